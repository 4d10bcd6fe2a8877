import * as vscode from '../../vscode.ts';
import type { ReportView, StepView } from '../../../messages/board.ts';
import type { MadeOutcome, MergeRequestRun, MergeRequestState } from '../../../model/board/mergeRequests.ts';
import type { KnownMergeRequest } from '../../../model/newMergeRequest.ts';
import { explain } from '../../kit/words/explain.ts';
import { shortSha } from '../../kit/words/format.ts';
import { pipelineMessage } from '../../kit/words/pipelineState.ts';
import { stateWords, stepView } from '../reportMessages.ts';

/** Comment on the merge request that introduced the commits. */
export interface OriginalComment {
  readonly iid: number;
  readonly outcome: MadeOutcome<undefined>;
}

/** Progress and outcome of creating merge requests. */
export interface MergeRequestReport {
  readonly id: number;
  readonly runs: readonly MergeRequestRun[];
  readonly comments: readonly OriginalComment[];
  readonly isRunning: boolean;
  /** Last read states. */
  readonly states: readonly MergeRequestState[];
  /** New branches of merge requests taken back. */
  readonly undone: readonly string[];
}

export const mergeRequestOf = ({ request }: MergeRequestRun): KnownMergeRequest | undefined =>
  request.kind === 'made' ? request.value : undefined;

/** True if a branch created here is not yet merged or taken back. */
export const canTakeBack = ({ runs, undone, states }: MergeRequestReport): boolean =>
  runs.some((run) => {
    const state = states.find(({ iid }) => iid === mergeRequestOf(run)?.iid)?.state;
    const isMade = run.branch.kind === 'made' && run.branch.confirmed !== 'used';
    return isMade && !undone.includes(run.source) && state !== 'merged';
  });

export const mergeRequestReportView = (report: MergeRequestReport): ReportView => {
  const { t } = vscode.l10n;
  const { runs, isRunning, states, undone } = report;
  return {
    id: report.id,
    title: t('Merge requests'),
    summary: summary(report),
    isRunning,
    branches: runs.map((run, index) => {
      const known = mergeRequestOf(run);
      const state = states.find(({ iid }) => iid === known?.iid);
      return {
        branch: run.target,
        steps: [
          branchStep(run),
          ...run.picks.map((step) => stepView(step, run.action)),
          mergeRequestStep(run),
          ...(index === runs.length - 1 ? report.comments.map(commentStep) : []),
        ],
        request: known && {
          iid: known.iid,
          status: undone.includes(run.source) ? t('Taken back.') : stateMessage(state),
          canMerge: !undone.includes(run.source) && canMerge(state),
        },
      };
    }),
    canUndo: !isRunning && canTakeBack(report),
    canCreateMergeRequest: false,
  };
};

/** True if open and the user may merge, as far as known. */
export const canMerge = (state: MergeRequestState | undefined): boolean =>
  state?.state === 'opened' && state.mayMerge !== false;

/** State label. */
export const stateMessage = (state: MergeRequestState | undefined): string => {
  const { t } = vscode.l10n;
  if (state === undefined) return t('State unknown');
  if (state.state === 'merged') return t('Merged');
  if (state.state !== 'opened') return t('Closed');
  if (state.willMerge) return t('Will merge when its pipeline succeeds');
  return t('Open · {0} · {1}', mergingMessage(state), pipelineMessage(state.pipeline));
};

const mergingMessage = ({ merging, mayMerge }: MergeRequestState): string => {
  const { t } = vscode.l10n;
  switch (merging) {
    case undefined:
      return t('merge status unknown');
    case 'mergeable':
    case 'can_be_merged':
      return mayMerge === false ? t('you may not merge') : t('can be merged');
    case 'conflict':
    case 'cannot_be_merged':
      return t('in conflict');
    case 'not_approved':
    case 'approvals_syncing':
      return t('needs approval');
    case 'ci_must_pass':
    case 'ci_still_running':
      return t('waits for its pipeline');
    case 'checking':
    case 'unchecked':
    case 'preparing':
      return t('being checked');
    default:
      return merging.replaceAll('_', ' ');
  }
};

const summary = ({ runs, isRunning }: MergeRequestReport): string => {
  const { t } = vscode.l10n;
  const made = runs.filter(({ request }) => request.kind === 'made').length;
  if (isRunning) return t('{0} of {1} done.', made, runs.length);
  return runs.some(({ branch, request }) => branch.kind === 'unknown' || request.kind === 'unknown')
    ? t(
        '{0} of {1} merge requests exist now. Check the unknown ones on the server before you try again.',
        made,
        runs.length,
      )
    : made < runs.length
      ? t('{0} of {1} merge requests exist now.', made, runs.length)
      : made === 2
        ? t('Both merge requests were created.')
        : vscode.l10n.many(made, 'The merge request was created.', 'All {0} merge requests were created.');
};

const branchStep = ({ branch, source, target }: MergeRequestRun): StepView => {
  const { t } = vscode.l10n;
  const from =
    branch.kind === 'made'
      ? branch.confirmed === 'used'
        ? t('Its tip is {0}.', shortSha(branch.value.tip))
        : t('It starts at {0}, the tip of {1}.', shortSha(branch.value.tip), target)
      : branch.kind === 'taken'
        ? t('There is a branch {0} by now. Nothing was sent; start again to use it or to choose another name.', source)
        : '';
  const isUsed = branch.kind === 'made' && branch.confirmed === 'used';
  return madeStep(isUsed ? t('Existing branch {0}', source) : t('New branch {0}', source), branch, from);
};

const mergeRequestStep = ({ request, title }: MergeRequestRun): StepView =>
  madeStep(request.kind === 'made' ? `!${request.value.iid} ${title}` : title, request, '');

const commentStep = ({ iid, outcome }: OriginalComment): StepView =>
  madeStep(vscode.l10n.t('Comment on !{0}', iid), outcome, '');

const madeStep = (title: string, outcome: MadeOutcome<unknown>, more: string): StepView => ({
  sha: undefined,
  title,
  createdSha: undefined,
  ...madeMessage(outcome, more),
});

const madeMessage = (outcome: MadeOutcome<unknown>, more: string): ReturnType<typeof stateWords> => {
  const { t } = vscode.l10n;
  switch (outcome.kind) {
    case 'waiting':
      return stateWords('waiting', t('Waiting'));
    case 'making':
      return stateWords('active', t('Sending'));
    case 'made': {
      const found = t('The connection dropped, but it is on the server. It was not sent again.');
      const word = outcome.confirmed === 'used' ? t('Used') : t('Created');
      return stateWords('done', word, more, outcome.confirmed === 'found' ? found : '');
    }
    case 'taken':
      return stateWords('warning', t('Not sent'), more);
    case 'notMade': {
      const words = t('The server does not have it. It was not sent again.');
      return stateWords('warning', t('Not created'), words, explain(outcome.cause));
    }
    case 'unknown':
      return stateWords('unknown', t('Unknown'), t('It is unknown whether the server has it.'), explain(outcome.cause));
    case 'failed':
      return stateWords('failed', t('Not created'), explain(outcome.cause));
    case 'notTried': {
      const isCancelled = outcome.why === 'cancelled';
      const words = isCancelled ? t('Skipped: you cancelled.') : t('Skipped: a step before it did not work.');
      return stateWords('skipped', t('Not tried'), words);
    }
  }
};
