import * as vscode from '../vscode.ts';
import { type DryRun, dryRun, type CommitPick } from '../../model/pick.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import type { CommitsArea } from './area.ts';
import { defaultMessage } from '../kit/defaultMessage.ts';
import { explain } from '../kit/explain.ts';
import { shortSha, visibleLabel } from '../kit/format.ts';
import { chooseBranch } from './chooseBranch.ts';
import { openMessage } from './messageEditor.ts';
import { pickTitle, refusalIcon, pickRefusalMessage } from '../kit/pickMessages.ts';
import { reportApplied } from './pickReport.ts';
import { type CommitSubject, placeOfSubject } from './subject.ts';
import { commitSubject } from './chooseCommit.ts';
import { applyWithProgress, movedNote, type ProjectPick } from './applyPick.ts';

/** Cherry-picks a commit: target branch, dry run, confirmation, result. Nothing happens before the confirmation. */
export const cherryPick = async (area: CommitsArea, argument: unknown): Promise<void> =>
  pickFlow(area, 'cherryPick', argument);

/** Reverts a commit: target branch, dry run, confirmation, result. Nothing happens before the confirmation. */
export const revert = async (area: CommitsArea, argument: unknown): Promise<void> => pickFlow(area, 'revert', argument);

const pickFlow = async (area: CommitsArea, action: CommitPick['action'], argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const question = action === 'cherryPick' ? t('Cherry-pick which commit?') : t('Revert which commit?');
  const subject = await commitSubject(area, argument, question);
  if (!subject) return;
  const commit = await area.details.read(placeOfSubject(subject), {});
  for (;;) {
    const title = pickTitle({ action, sha: commit.id, branch: '', project: 0 }, commit.title);
    const branch = await chooseBranch(area, { ...subject, sha: commit.id }, title);
    if (branch === undefined) return;
    const pick = { action, project: subject.open.project.id, sha: commit.id, branch };
    if ((await preview(area, subject, commit, pick)) !== 'chooseBranch') return;
  }
};

/** Shows the dry run of one branch and carries out what the user decides. */
const preview = async (
  area: CommitsArea,
  subject: CommitSubject,
  commit: CommitDetail,
  pick: ProjectPick,
): Promise<'chooseBranch' | 'done'> => {
  let note: string | undefined;
  for (;;) {
    const decision = await askDryRun(subject, commit, pick, note);
    if (decision === undefined) return 'done';
    if (decision.kind === 'chooseBranch') return 'chooseBranch';
    if (decision.kind === 'request') {
      const wish = { open: subject.open, action: pick.action, commit, branch: pick.branch };
      await vscode.commands.executeCommand('graft.board.request', wish);
      return 'done';
    }
    if (decision.kind === 'board') {
      await vscode.commands.executeCommand('graft.board.new', { commits: [commit], branches: [pick.branch] });
      return 'done';
    }
    if (decision.kind === 'editMessage') {
      const message = await defaultMessage(area, subject.open, commit);
      await openMessage(area, { account: subject.open.account.id, pick, tip: decision.tip, message });
      return 'done';
    }
    const applied = await applyWithProgress(subject, pick, { tip: decision.tip, message: undefined });
    if (applied === undefined) return 'done';
    if (applied.kind === 'moved') {
      note = movedNote(pick, decision.tip, applied.tip);
      continue;
    }
    await reportApplied(area, subject.open, pick, applied);
    return 'done';
  }
};

type Decision =
  | { readonly kind: 'apply' | 'editMessage'; readonly tip: string }
  | { readonly kind: 'chooseBranch' }
  | { readonly kind: 'request' }
  | { readonly kind: 'board' };

type DecisionRow = vscode.QuickPickItem & { readonly decision?: Decision; readonly again?: boolean };

/** Runs the dry run in a picker and asks what to do with its answer; undefined when it is closed. */
const askDryRun = (
  subject: CommitSubject,
  commit: CommitDetail,
  pick: ProjectPick,
  note: string | undefined,
): Promise<Decision | undefined> =>
  new Promise((resolve) => {
    const { t } = vscode.l10n;
    const abort = new AbortController();
    const picker = vscode.window.createQuickPick<DecisionRow>();
    picker.title = pickTitle(pick, commit.title);
    picker.ignoreFocusOut = true;
    const check = async (): Promise<void> => {
      picker.busy = true;
      picker.items = [];
      picker.placeholder = t('Dry run on {0}… (Escape cancels)', pick.branch);
      const rows = await dryRunRows(subject, pick, abort.signal);
      if (abort.signal.aborted) return;
      picker.busy = false;
      picker.placeholder = note ?? t('Dry run on {0}. Nothing has changed yet.', pick.branch);
      picker.items = rows;
    };
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      if (chosen?.again === true) void check();
      if (!chosen?.decision) return;
      resolve(chosen.decision);
      picker.hide();
    });
    picker.onDidHide(() => {
      abort.abort();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    void check();
  });

const dryRunRows = async (subject: CommitSubject, pick: ProjectPick, signal: AbortSignal): Promise<DecisionRow[]> => {
  const { t } = vscode.l10n;
  const other: DecisionRow = {
    label: `$(git-branch) ${t('Choose another branch')}`,
    alwaysShow: true,
    decision: { kind: 'chooseBranch' },
  };
  try {
    return [...answerRows(await dryRun(subject.open.client, pick, signal), pick), other];
  } catch (error) {
    const label = `$(error) ${t('Unknown: the dry run failed')}`;
    const why = wrapped(explain(error)).map((line) => ({ label: line, alwaysShow: true }));
    const again = { label: `$(refresh) ${t('Check again')}`, alwaysShow: true, again: true };
    return [{ label, alwaysShow: true }, ...why, again, other];
  }
};

const answerRows = (answer: DryRun, pick: CommitPick): DecisionRow[] => {
  const { t } = vscode.l10n;
  if (answer.kind !== 'clean') {
    const { label, detail } = pickRefusalMessage(answer, pick);
    return [
      { label: `${refusalIcon(answer)} ${label}`, alwaysShow: true },
      ...wrapped(detail).map((line) => ({ label: line, alwaysShow: true })),
      ...nextRows(answer, pick),
    ];
  }
  const { tip } = answer;
  const clean = t('Clean: applies without conflict to {0} at {1}', pick.branch, shortSha(tip));
  if (pick.action === 'revert') {
    return [
      {
        label: `$(pass) ${t('Revert on {0}', pick.branch)}`,
        detail: clean,
        alwaysShow: true,
        decision: { kind: 'apply', tip },
      },
      requestRow(pick),
    ];
  }
  return [
    {
      label: `$(pass) ${t('Cherry-pick onto {0}', pick.branch)}`,
      detail: clean,
      alwaysShow: true,
      decision: { kind: 'apply', tip },
    },
    {
      label: `$(edit) ${t('Edit the message first…')}`,
      detail: t('Opens the message in an editor. Nothing is sent until you confirm it there.'),
      alwaysShow: true,
      decision: { kind: 'editMessage', tip },
    },
    requestRow(pick),
  ];
};

/** What one may do about a refusal. */
const nextRows = ({ kind }: Exclude<DryRun, { kind: 'clean' }>, pick: CommitPick): DecisionRow[] => {
  const { t } = vscode.l10n;
  if (kind === 'forbidden') return [requestRow(pick)];
  if (kind !== 'conflict' || pick.action === 'revert') return [];
  return [
    {
      label: `$(table) ${t('Open on a backport board')}`,
      detail: t('Names the files in conflict, and opens them'),
      alwaysShow: true,
      decision: { kind: 'board' },
    },
  ];
};

const requestRow = ({ branch }: CommitPick): DecisionRow => {
  const { t } = vscode.l10n;
  return {
    label: `$(git-pull-request-create) ${t('Create a merge request…')}`,
    detail: t('Puts it onto a new branch and asks to merge that into {0}. All of it is shown first.', branch),
    alwaysShow: true,
    decision: { kind: 'request' },
  };
};

/** Words in lines a picker shows whole: it cuts what is longer than a row. */
const wrapped = (words: string): string[] => visibleLabel(words).match(/\S(?:.{0,78}\S)?(?=\s|$)|\S{80}/g) ?? [];
