import * as vscode from '../vscode.ts';
import type { ReportView, StepView } from '../../messages/board.ts';
import { isSurprise, type Step, type StepOutcome } from '../../model/board/applying.ts';
import type { CellKey } from '../../model/pick/answers.ts';
import type { CommitPick } from '../../model/pick/pick.ts';
import { mayGoElsewhere, pickRefusalMessage } from '../kit/words/pickMessages.ts';
import { explain } from '../kit/words/explain.ts';
import { shortSha, visible } from '../kit/words/format.ts';
import { commitAddress } from '../../messages/webAddresses.ts';

/** Progress or result of applying or undoing. */
export interface Report {
  readonly id: number;
  readonly action: CommitPick['action'];
  readonly steps: readonly Step[];
  readonly isRunning: boolean;
  /** Commits reverted since; one SHA may be on several branches. */
  readonly undone: readonly CellKey[];
}

type Created = Step & { readonly outcome: Extract<StepOutcome, { kind: 'created' }> };

/** Steps that created a commit and aren't undone. */
export const leftToUndo = ({ steps, undone }: Report): readonly Created[] =>
  steps
    .filter(isCreated)
    .filter(({ branch, outcome: { sha } }) => !undone.some((each) => each.branch === branch && each.sha === sha));

/** Cells blocked by a rule or hook, and those that were to follow on the same branch. */
export const refusedCells = ({ action, steps, isRunning }: Report): readonly CellKey[] => {
  if (isRunning || action !== 'cherryPick') return [];
  const isRefused = ({ outcome }: Step): boolean => outcome.kind === 'refused' && mayGoElsewhere(outcome.refusal);
  const branches = new Set(steps.filter(isRefused).map(({ branch }) => branch));
  return steps.filter(({ branch, outcome }) => branches.has(branch) && outcome.kind !== 'created');
};

/** `canCreateMergeRequest` checks whether a merge request is possible for a cell. */
export const reportView = (report: Report, canRequest: (cell: CellKey) => boolean): ReportView => {
  const { action, steps, isRunning } = report;
  return {
    id: report.id,
    title: reportTitle(report),
    summary: summary(report),
    isRunning,
    branches: [...new Set(steps.map(({ branch }) => branch))].map((branch) => ({
      branch,
      steps: steps.filter((step) => step.branch === branch).map((step) => stepView(step, action)),
    })),
    canUndo: !isRunning && action === 'cherryPick' && leftToUndo(report).length > 0,
    canCreateMergeRequest: refusedCells(report).some(canRequest),
  };
};

const reportTitle = ({ action, isRunning }: Report): string => {
  const { t } = vscode.l10n;
  if (action === 'cherryPick') return isRunning ? t('Applying') : t('Applied');
  return isRunning ? t('Undoing') : t('Undone');
};

const isCreated = (step: Step): step is Created => step.outcome.kind === 'created';

const summary = ({ action, steps, isRunning }: Report): string => {
  const { many, t } = vscode.l10n;
  const created = steps.filter(isCreated).length;
  if (isRunning) return t('{0} of {1} done.', created, steps.length);
  const isAll = created === steps.length;
  const unknown = steps.filter(({ outcome }) => outcome.kind === 'unknown').length;
  const words = [
    action === 'cherryPick'
      ? isAll
        ? many(created, '{0} commit was created on the server.', '{0} commits were created on the server.')
        : t('{0} of {1} commits created on the server.', created, steps.length)
      : isAll
        ? many(created, '{0} commit was reverted on the server.', '{0} commits were reverted on the server.')
        : t('{0} of {1} commits reverted on the server.', created, steps.length),
  ];
  if (unknown > 0) words.push(t('Unknown: {0}. Check the branch before you try again.', unknown));
  const refused = steps.filter(({ outcome }) => isSurprise(outcome) && outcome.kind !== 'unknown').length;
  if (refused > 0) words.push(t('Not applied: {0}.', refused));
  const untried = steps.filter(({ outcome }) => outcome.kind === 'notTried').length;
  if (untried > 0) words.push(t('Not tried: {0}.', untried));
  return words.join(' ');
};

const looks = {
  waiting: { tone: 'quiet', icon: 'circle-large-outline' },
  active: { tone: 'active', icon: 'loading' },
  done: { tone: 'good', icon: 'pass' },
  there: { tone: 'warning', icon: 'info' },
  warning: { tone: 'warning', icon: 'warning' },
  failed: { tone: 'bad', icon: 'error' },
  unknown: { tone: 'bad', icon: 'question' },
  skipped: { tone: 'quiet', icon: 'debug-step-over' },
} as const;

type Words = Omit<StepView, 'sha' | 'title' | 'createdSha'>;

/** State of a step; empty details are left out. */
export const stateWords = (look: keyof typeof looks, word: string, ...details: readonly string[]): Words => ({
  ...looks[look],
  word,
  detail: details.filter((each) => each !== '').join(' '),
});

export const stepView = (step: Step, action: CommitPick['action']): StepView => ({
  sha: step.sha,
  title: step.title,
  createdSha: step.outcome.kind === 'created' ? step.outcome.sha : undefined,
  ...stepMessage(step, action),
});

export const stepMessage = (step: Step, action: CommitPick['action']): Words => {
  const { t } = vscode.l10n;
  const { outcome, branch } = step;
  switch (outcome.kind) {
    case 'waiting':
      return stateWords('waiting', t('Waiting'));
    case 'testing':
      return stateWords('active', t('Testing again'));
    case 'applying':
      return stateWords('active', t('Sending'));
    case 'created': {
      const found = t('The connection dropped, but the commit is on the branch. It was not sent again.');
      const word = action === 'cherryPick' ? t('Created') : t('Reverted');
      return stateWords('done', word, outcome.confirmed === 'found' ? found : '');
    }
    case 'moved':
      return stateWords('warning', t('Not sent'), movedMessage(branch, outcome, action));
    case 'refused': {
      const { label, detail } = pickRefusalMessage(outcome.refusal, { action, project: 0, sha: step.sha, branch });
      const when = outcome.sent
        ? t('Nothing was created.')
        : t('The test before sending found this. Nothing was sent.');
      const { kind } = outcome.refusal;
      const look = kind === 'conflict' ? 'warning' : kind === 'alreadyThere' ? 'there' : 'failed';
      return stateWords(look, outcome.sent ? t('Refused') : t('Not sent'), `${label}.`, detail, when);
    }
    case 'notApplied': {
      const still = t('{0} has not moved: nothing has been created so far. It was not sent again.', branch);
      return stateWords('warning', t('Not created'), still, explain(outcome.cause));
    }
    case 'unknown': {
      const check = t('It is unknown whether {0} has the change. Check the branch before you try again.', branch);
      return stateWords('unknown', t('Unknown'), check, explain(outcome.cause));
    }
    case 'failed':
      return stateWords('failed', t('Not sent'), t('Nothing was created.'), explain(outcome.cause));
    case 'notTried': {
      const why =
        outcome.why === 'surprise'
          ? t('Skipped: an earlier commit on this branch did not apply.')
          : outcome.why === 'cancelled'
            ? t('Skipped: you cancelled.')
            : t('Skipped: you stopped after a commit on another branch did not apply.');
      return stateWords('skipped', t('Not tried'), why);
    }
  }
};

const movedMessage = (
  branch: string,
  moved: Extract<StepOutcome, { kind: 'moved' }>,
  action: CommitPick['action'],
): string => {
  const { t } = vscode.l10n;
  const [to, from] = [shortSha(moved.to), shortSha(moved.from)];
  return action === 'revert'
    ? t('{0} is at {1} instead of {2}: someone has pushed.', branch, to, from)
    : t('{0} is at {1} instead of {2}: someone has pushed. Test the column again, then apply.', branch, to, from);
};

export const reportMarkdown = (
  view: ReportView,
  project: { readonly board: string; readonly path: string; readonly webUrl: string },
): string => {
  const lines = [`## ${view.title}: ${markdownText(project.board)} · ${markdownText(project.path)}`, '', view.summary];
  for (const { branch, steps, request } of view.branches) {
    lines.push('', `### ${markdownText(branch)}`, '');
    for (const step of steps) {
      const created = step.createdSha === undefined ? '' : ` → ${commitLink(project.webUrl, step.createdSha)}`;
      const detail = step.detail === '' ? '' : `. ${markdownText(step.detail)}`;
      const commit = step.sha === undefined ? '' : `${commitLink(project.webUrl, step.sha)} `;
      lines.push(`- **${step.word}**: ${commit}${markdownText(step.title)}${created}${detail}`);
    }
    if (request !== undefined) {
      const link = `[!${request.iid}](${project.webUrl}/-/merge_requests/${request.iid})`;
      lines.push(`- ${link}: ${markdownText(request.status)}`);
    }
  }
  return `${lines.join('\n')}\n`;
};

const commitLink = (webUrl: string, sha: string): string => `[${shortSha(sha)}](${commitAddress(webUrl, sha)})`;

const markdownText = (text: string): string => visible(text).replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
