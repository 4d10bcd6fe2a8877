import * as vscode from '../vscode.ts';
import { QueueTooLong } from '../../model/backports/wanted.ts';
import type { QueueCell, QueueEvidence, QueueReason, QueueState } from '../../model/backports/queue.ts';
import type { QueueProgress } from '../../model/backports/readQueue.ts';
import { TooFarApart } from '../../model/board/missingRanges.ts';
import { answerMeaning, answerWord } from '../kit/words/dryRunMessages.ts';
import { explain } from '../kit/words/explain.ts';
import { shortSha } from '../kit/words/format.ts';
import { presenceSentence } from '../kit/words/presenceSentence.ts';

/** First word of a row. */
export const stateName = (state: QueueState): string => {
  const { t } = vscode.l10n;
  switch (state) {
    case 'conflict':
      return t('Conflict');
    case 'wanted':
      return t('Wanted');
    case 'refused':
      return t('Blocked');
    case 'unknown':
      return t('Unknown');
    case 'open':
      return t('Open');
    case 'done':
      return t('Done');
    case 'notNeeded':
      return t('Not needed');
  }
};

export const countMessage = (state: QueueState, count: number): string => {
  const { t } = vscode.l10n;
  switch (state) {
    case 'conflict':
      return t('{0} in conflict', count);
    case 'wanted':
      return t('{0} wanted', count);
    case 'refused':
      return t('{0} blocked', count);
    case 'unknown':
      return t('{0} unknown', count);
    case 'open':
      return t('{0} open', count);
    case 'done':
      return t('{0} done', count);
    case 'notNeeded':
      return t('{0} not needed', count);
  }
};

export const reasonMessage = (reason: QueueReason): string => {
  const { t } = vscode.l10n;
  switch (reason.kind) {
    case 'label':
      return t('Wanted by the label {0}.', reason.name);
    case 'milestone':
      return t('Wanted by the milestone {0}.', reason.name);
    case 'all':
      return t('No label or milestone names a branch.');
  }
};

export const evidenceMessage = ({ evidence, branch, state }: QueueCell): string => {
  const { t } = vscode.l10n;
  switch (evidence.kind) {
    case 'notNeeded':
      return t('The label {0} says so.', evidence.label);
    case 'history':
      return presenceSentence(evidence.presence, branch);
    case 'request': {
      const { mergeRequest, how } = evidence.backport;
      return how === 'text'
        ? t('!{0} names it.', mergeRequest.iid)
        : t('The commits of !{0} were picked from it.', mergeRequest.iid);
    }
    case 'dryRun':
      return answerMeaning(evidence.answer, branch);
    case 'dryRuns':
      return dryRunsMessage(evidence, branch, state);
    case 'untested':
      return t('Not tested yet. Refresh to go on.');
    case 'noCommit':
      return t('The server doesn’t report which commits were merged.');
    case 'branchMissing':
      return t('There is no branch {0}.', branch);
    case 'failed':
      return explain(evidence.error);
  }
};

const dryRunsMessage = (
  { answers, at, answer }: Extract<QueueEvidence, { kind: 'dryRuns' }>,
  branch: string,
  state: QueueState,
): string => {
  const { t } = vscode.l10n;
  const of = answers.length;
  const there = answers.filter((each) => each?.kind === 'alreadyThere').length;
  switch (answer.kind) {
    case 'clean':
      return there === 0
        ? t('Each of its {0} commits applies to {1}, tested alone.', of, branch)
        : t('{0} has {1} of its {2} commits; the others apply, each tested alone.', branch, there, of);
    case 'alreadyThere':
      return t('{0} has the changes of all its {1} commits already.', branch, of);
    case 'conflict':
      return state === 'conflict'
        ? t('Commit {0} of {1} does not apply to {2}.', at + 1, of, branch)
        : t(
            'Commit {0} of {1} does not apply to {2}, tested alone. It may apply after those before it.',
            at + 1,
            of,
            branch,
          );
    default:
      return answerMeaning(answer, branch);
  }
};

/** Dry run result per commit, one line each; empty unless there are several. */
export const commitLines = ({ evidence, commits }: QueueCell): readonly string[] => {
  const { t } = vscode.l10n;
  if (evidence.kind !== 'dryRuns') return [];
  const lines = evidence.answers.map((answer, index) =>
    t('{0}: {1}', shortSha(commits[index] ?? ''), answer ? answerWord(answer) : t('Not tested yet')),
  );
  return [...lines, t('A clean commit may still conflict after an earlier one is applied.')];
};

/** Shown beside the view's title. */
export const progressMessage = (progress: QueueProgress | undefined): string => {
  const { t } = vscode.l10n;
  switch (progress?.phase) {
    case undefined:
    case 'requests':
      return t('Reading merge requests…');
    case 'history':
      return t('Comparing branches…');
    case 'dryRuns':
      return t('Testing: {0} of {1}', progress.done, progress.total);
  }
};

export const historyMessage = (error: unknown): string => {
  const { t } = vscode.l10n;
  const why =
    error instanceof TooFarApart ? t('the branches are too far apart to be compared on the server') : explain(error);
  return t('Commits that are there under another SHA may be missed: {0}', why);
};

/** Explains a queue that is too long; returns other errors unchanged. */
export const queueError = (error: unknown): unknown =>
  error instanceof QueueTooLong
    ? new Error(
        vscode.l10n.t(
          'More than 1,000 merged merge requests have {0}. Set a shorter “since” in .gitlab/graft.yml.',
          error.of,
        ),
      )
    : error;
