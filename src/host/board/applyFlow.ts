import * as vscode from '../vscode.ts';
import type { CellPlace } from '../../messages/board.ts';
import {
  applyPlan,
  type ApplyPlan,
  type BranchPlan,
  type Step,
  stepsOf,
  undoPlan,
} from '../../model/board/applying.ts';
import type { Board } from '../../model/board/board.ts';
import { isStale } from '../../model/board/cells.ts';
import { type CommitPick, dryRun } from '../../model/pick/pick.ts';
import type { BoardArea } from './area.ts';
import { pickRefusalMessage } from '../kit/words/pickMessages.ts';
import { shortSha, visible } from '../kit/words/format.ts';
import { cancellable } from '../kit/progress.ts';
import { trailersNote } from './messages.ts';
import { leftToUndo, type Report, stepMessage } from './reportMessages.ts';
import type { BoardSession } from './session.ts';
import { plannedCommit } from './mergeRequests/plans.ts';
import { refreshTips } from './tips.ts';
import { call } from '../kit/areaCommands.ts';

/** Plan for the selected cells that are clean at their branch's current tip, in board order. */
export const planOf = (board: Board, cells: readonly CellPlace[]): ApplyPlan => {
  const chosen = new Set(cells.map(({ sha, branch }) => `${sha} ${branch}`));
  const branches = board.branches.flatMap((branch): BranchPlan[] => {
    const column = board.column(branch);
    if (column.kind !== 'read') return [];
    const commits = board.commits.filter(({ sha }) => {
      const cell = board.cell({ sha, branch });
      return chosen.has(`${sha} ${branch}`) && cell.result?.kind === 'clean' && !isStale(cell, column);
    });
    return commits.length === 0
      ? []
      : [{ branch, tip: column.tip, commits: commits.map((commit) => plannedCommit(board, commit)) }];
  });
  return { action: 'cherryPick', project: board.project, branches };
};

/** Asks, then applies the selected cells; the outcome goes into a report. */
export const applyCells = async (
  area: BoardArea,
  session: BoardSession,
  cells: readonly CellPlace[],
): Promise<void> => {
  const { many, t } = vscode.l10n;
  if (isBusy(session) || !(await haveBeenRead(session, cells))) return;
  const plan = planOf(session.board, cells);
  const count = stepsOf(plan).length;
  if (count === 0) {
    return reportNone(
      session,
      cells,
      t('None of the selected cells can be applied. Select clean cells that are not outdated.'),
    );
  }
  const create = many(count, 'Create {0} Commit', 'Create {0} Commits');
  const left =
    count < cells.length
      ? [t('{0} of the selected cells are left out because they are no longer clean.', cells.length - count)]
      : [];
  const detail = [
    ...planLines(plan),
    '',
    ...left,
    ...trailersNote(plan.branches.flatMap(({ commits }) => commits)),
    t(
      'Graft works branch by branch, in this order. It tests each commit again before it sends it. Each branch stops at the first commit that does not apply.',
    ),
  ].join('\n');
  if ((await vscode.window.showWarningMessage(question(session, plan), { modal: true, detail }, create)) !== create)
    return;
  // two dialogs may have been open
  if (isBusy(session)) return;
  await carryOut(area, session, plan);
};

/** Shows `words`; throws the read error instead if a branch of the cells failed. */
export const reportNone = (session: BoardSession, cells: readonly CellPlace[], words: string): void => {
  const columns = cells.map(({ branch }) => session.board.column(branch));
  const failed = columns.find((column) => column.kind === 'failed');
  if (failed) throw failed.error;
  void vscode.window.showInformationMessage(words);
};

/** Reads branches that are unread or failed, as on a board just opened; false when cancelled. */
export const haveBeenRead = async (session: BoardSession, cells: readonly CellPlace[]): Promise<boolean> => {
  const isUnread = ({ branch }: CellPlace): boolean => ['unread', 'failed'].includes(session.board.column(branch).kind);
  if (!cells.some(isUnread)) return true;
  const read = cancellable(vscode.l10n.t('Reading the branches…'), async (signal) => {
    await refreshTips(session, signal);
    return !signal.aborted;
  });
  return (await read) === true;
};

const question = (session: BoardSession, plan: ApplyPlan): string => {
  const { t } = vscode.l10n;
  const [commits, branches] = [stepsOf(plan).length, plan.branches.length];
  const { path_with_namespace: project } = session.open.project;
  const branch = visible(plan.branches[0]?.branch ?? '');
  if (plan.action === 'revert') {
    return commits === 1
      ? t('Revert 1 commit on {0} of {1}?', branch, project)
      : t('Revert {0} commits on {1} branches of {2}?', commits, branches, project);
  }
  return commits === 1
    ? t('Create 1 commit on {0} of {1}?', branch, project)
    : t('Create {0} commits on {1} branches of {2}?', commits, branches, project);
};

/** Lines that fit in a modal dialog. */
const maxLines = 14;

const planLines = ({ branches }: ApplyPlan): readonly string[] => {
  const { t } = vscode.l10n;
  const lines = branches.flatMap(({ branch, tip, commits }) => [
    t('{0}, now at {1}:', visible(branch), shortSha(tip)),
    ...commits.flatMap(({ sha, title, message }, index) => [
      `    ${index + 1}. ${shortSha(sha)} ${visible(title)}`,
      ...(message === undefined ? [] : [`        ${t('Message: {0}', firstLine(message))}`]),
    ]),
  ]);
  if (lines.length <= maxLines) return lines;
  const commits = branches.flatMap((branch) => branch.commits);
  const own = [...new Map(commits.flatMap(({ sha, message }) => (message === undefined ? [] : [[sha, message]])))];
  return [
    ...branches.map(({ branch, tip, commits }) =>
      t('{0}, now at {1}: {2} commits', visible(branch), shortSha(tip), commits.length),
    ),
    ...(own.length > maxLines
      ? [t('{0} commits have an edited message.', own.length)]
      : own.map(([sha, message]) => t('Message of {0}: {1}', shortSha(sha), firstLine(message)))),
  ];
};

/** First line, with the number of further lines. */
const firstLine = (message: string): string => {
  const [summary = '', ...rest] = message.split('\n');
  return rest.length === 0 ? visible(summary) : vscode.l10n.t('{0} (+{1} lines)', visible(summary), rest.length);
};

/** True, with a message, while commits are being created. */
export const isBusy = (session: Pick<BoardSession, 'applying'>): boolean => {
  if (session.applying === undefined) return false;
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Commits are being created already. Wait until that is done.'),
  );
  return true;
};

const carryOut = async (area: BoardArea, session: BoardSession, plan: ApplyPlan): Promise<Report> => {
  const { t } = vscode.l10n;
  const abort = new AbortController();
  session.applying = abort;
  session.testing.cancel();
  let steps: readonly Step[] = stepsOf(plan);
  const id = Date.now();
  const report = (isRunning: boolean): Report => ({ id, action: plan.action, steps, isRunning, undone: [] });
  session.setReport(report(true));
  const title = plan.action === 'cherryPick' ? t('Applying the backport board') : t('Undoing');
  try {
    await cancellable(title, async (signal, showProgress) => {
      signal.addEventListener('abort', () => abort.abort(signal.reason), { once: true });
      steps = await applyPlan(session.open.client, plan, {
        signal: abort.signal,
        changed(index, step) {
          steps = steps.map((each, at) => (at === index ? step : each));
          session.setReport(report(true));
          if (step.outcome.kind === 'created') showProgress({ increment: 100 / steps.length });
          showProgress({ message: `${visible(step.branch)}: ${shortSha(step.sha)}` });
        },
        goOn: (surprise, left) => askGoOn(plan, surprise, left),
      });
    });
  } finally {
    session.applying = undefined;
    session.setReport(report(false));
  }
  for (const { branch, outcome, sha } of steps) {
    if (outcome.kind === 'created') area.log.info(`${branch}: ${plan.action} of ${sha} is ${outcome.sha}.`);
    if ('cause' in outcome)
      area.log.error(`${branch}: ${plan.action} of ${sha} ended in ${outcome.kind}.`, outcome.cause);
  }
  session.standAt(steps);
  if (steps.some(({ outcome }) => outcome.kind === 'created')) void area.commits.refresh();
  return report(false);
};

const askGoOn = async (plan: ApplyPlan, surprise: Step, left: number): Promise<boolean> => {
  const { many, t } = vscode.l10n;
  const { word, detail } = stepMessage(surprise, plan.action);
  const goOn = many(left, 'Continue with {0} Branch', 'Continue with {0} Branches');
  const message = t('{0}: {1} · {2}', visible(surprise.branch), shortSha(surprise.sha), word);
  const answer = await vscode.window.showWarningMessage(
    message,
    {
      modal: true,
      detail: `${detail}\n\n${t('The other branches do not depend on it. Cancel leaves them unchanged.')}`,
    },
    goOn,
  );
  return answer === goOn;
};

/** Asks after a dry run of each branch's newest commit, then reverts the report's commits, newest first. */
export const undoReport = async (area: BoardArea, session: BoardSession, id: number): Promise<void> => {
  const { many, t } = vscode.l10n;
  const report = session.reports.find((each) => each.id === id);
  if (report === undefined || isBusy(session)) return;
  const tested = await cancellable(t('Testing the reverts…'), (signal) =>
    testUndo(session, leftToUndo(report), signal),
  );
  if (tested === undefined) return;
  const { plan, problems } = tested;
  const count = stepsOf(plan).length;
  if (count === 0) {
    const open = t('Open Revert…');
    const words = [t('Nothing can be undone.'), ...problems.map(({ words }) => words)].join(' ');
    const [first] = problems;
    if ((await vscode.window.showErrorMessage(words, ...(first ? [open] : []))) !== open) return;
    await call('graft.commits.revert', { ...first?.pick, open: session.open, isUndo: true });
    return;
  }
  const revert = many(count, 'Revert {0} Commit', 'Revert {0} Commits');
  const detail = [
    ...planLines(plan),
    '',
    ...problems.map(({ words }) => words),
    t('Graft reverts the newest commit first. Each revert adds a commit; nothing is removed from the history.'),
  ].join('\n');
  if ((await vscode.window.showWarningMessage(question(session, plan), { modal: true, detail }, revert)) !== revert)
    return;
  if (isBusy(session)) return;
  const undone = await carryOut(area, session, plan);
  const reverted = undone.steps
    .filter(({ outcome }) => outcome.kind === 'created')
    .map(({ sha, branch }) => ({ sha, branch }));
  session.setReport({ ...report, undone: [...report.undone, ...reverted] });
};

/** A branch whose newest commit can't be reverted. */
interface UndoProblem {
  readonly pick: CommitPick;
  readonly words: string;
}

/** Reads the tips and dry-runs the revert of each branch's newest commit. */
const testUndo = async (
  session: BoardSession,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<{ readonly plan: ApplyPlan; readonly problems: readonly UndoProblem[] }> => {
  const { client, project } = session.open;
  const tips = new Map<string, string>();
  const problems: UndoProblem[] = [];
  const branches = [...new Set(steps.map(({ branch }) => branch))];
  await Promise.all(
    branches.map(async (branch) => {
      const newest = steps.findLast((step) => step.branch === branch && step.outcome.kind === 'created');
      if (newest?.outcome.kind !== 'created') return;
      const pick = { action: 'revert', project: project.id, sha: newest.outcome.sha, branch } as const;
      const answer = await dryRun(client, pick, signal);
      if (answer.kind === 'clean') tips.set(branch, answer.tip);
      else problems.push({ pick, words: `${pickRefusalMessage(answer, pick).label}.` });
    }),
  );
  return { plan: undoPlan(project.id, steps, tips), problems };
};
