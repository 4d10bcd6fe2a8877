import * as vscode from '../../vscode.ts';
import type { CommitPick } from '../../../model/pick/pick.ts';
import type { CommitDetail } from '../../../wire/commits.ts';
import type { CommitsArea } from '../area.ts';
import { defaultMessage } from '../../kit/defaultMessage.ts';
import { chooseBranch, severalBranches } from './chooseBranch.ts';
import { reported } from '../../kit/commands.ts';
import { openMessage } from './messageEditor.ts';
import { pickTitle } from '../../kit/words/pickMessages.ts';
import { type CardDecision, type CardPick, showCard } from './pickCard.ts';
import { reportApplied } from './pickReport.ts';
import { type CommitSubject, placeOfSubject } from '../subject.ts';
import { commitSubject } from '../chooseCommit.ts';
import { applyWithProgress, movedNote, type ProjectPick } from './applyPick.ts';
import { call } from '../../kit/areaCommands.ts';

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
  let given = givenBranch(argument);
  for (;;) {
    const title = pickTitle({ action, sha: commit.id, branch: '', project: 0 }, commit.title);
    const withSeveral = action === 'cherryPick';
    const branch = given ?? (await chooseBranch(area, { ...subject, sha: commit.id }, title, { withSeveral }));
    if (branch === undefined) return;
    if (branch === severalBranches) return backport(subject, commit);
    const isUndo = typeof argument === 'object' && argument !== null && 'isUndo' in argument;
    const card = { action, project: subject.open.project.id, sha: commit.id, branch, isUndo };
    let isToChoose = false;
    // a retry after an error starts at the card
    await reported(area, `graft.commits.${action}`, async () => {
      isToChoose = (await followCard(area, subject, commit, card)) === 'chooseBranch';
    });
    if (!isToChoose) return;
    given = undefined;
  }
};

/** Branch in the argument, from the report of an earlier pick. */
const givenBranch = (argument: unknown): string | undefined =>
  typeof argument === 'object' && argument !== null && 'branch' in argument && typeof argument.branch === 'string'
    ? argument.branch
    : undefined;

/** Several branches are a board, with a cell for each. */
const backport = async ({ open }: CommitSubject, { id }: CommitDetail): Promise<void> => {
  await call('graft.board.backport', { open, sha: id });
};

/** Shows the card of one branch and carries out what the user decides. */
const followCard = async (
  area: CommitsArea,
  subject: CommitSubject,
  commit: CommitDetail,
  card: CardPick,
): Promise<'chooseBranch' | 'done'> => {
  const { isUndo: _isUndo, ...pick } = card;
  let note: string | undefined;
  for (;;) {
    const decision = await showCard(area, subject, commit, card, note);
    if (decision === undefined) return 'done';
    if (decision.kind === 'chooseBranch') return 'chooseBranch';
    if (decision.kind === 'fetch' || decision.kind === 'discard') {
      const { fetchFor, discard } = await area.backports();
      await (decision.kind === 'fetch' ? fetchFor : discard)({ ...pick, open: subject.open, tip: decision.tip });
      continue;
    }
    if (decision.kind !== 'apply') {
      await carryOut(area, subject, commit, pick, decision);
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

const carryOut = async (
  area: CommitsArea,
  subject: CommitSubject,
  commit: CommitDetail,
  pick: ProjectPick,
  decision: Exclude<CardDecision, { kind: 'apply' | 'chooseBranch' | 'fetch' | 'discard' }>,
): Promise<void> => {
  const { open } = subject;
  const { action, branch } = pick;
  switch (decision.kind) {
    case 'request': {
      const { isTested } = decision;
      await call('graft.board.request', { open, action, commit, branch, isTested });
      return;
    }
    case 'board':
      await call('graft.board.new', { open, commits: [commit], branches: [branch] });
      return;
    case 'several':
      return backport(subject, commit);
    case 'editMessage': {
      const message = await defaultMessage(area, open, commit);
      return openMessage(area, { account: open.account.id, pick, tip: decision.tip, message });
    }
    case 'resolve':
      return (await area.backports()).resolve({ ...pick, open, tip: decision.tip });
    case 'requestMerge':
      return (await area.backports()).createMergeRequest({ ...pick, open, tip: decision.tip }, decision.source);
    case 'openConflict':
      return (await area.backports()).openConflict({ ...pick, open, tip: decision.tip }, decision.path);
    case 'openCommit':
      area.commitPages.show({ open, sha: decision.sha });
      return;
    case 'signIn':
      await call('graft.accounts.add');
  }
};
