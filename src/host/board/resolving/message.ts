import * as vscode from '../../vscode.ts';
import { boardCommit } from '../../../model/board/sources.ts';
import { projectOf } from '../../kit/requireProject.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { BoardArea } from '../area.ts';
import type { BoardSession } from '../session.ts';
import type { CellPlace } from '../../../messages/board.ts';
import { commitResolution } from './commit.ts';
import { cellPick, type ConflictPick } from './conflictPick.ts';
import { call } from '../../kit/areaCommands.ts';

/** Commits a resolution with the focused message, which is kept until the server accepts it. */
export const commitMessage = async (area: BoardArea): Promise<void> => {
  const { t } = vscode.l10n;
  const written = await area.messages.written();
  if (written === undefined) return;
  const { draft, message } = written;
  const { resolvedOn: where, pick, tip } = draft;
  if (where === undefined) return void (await call('graft.commits.applyMessage'));
  const open = await projectOf(area, { account: draft.account, project: pick.project });
  if (open === undefined) {
    const words = t('The account of this resolution has been removed. Add it again; the message is saved.');
    void vscode.window.showErrorMessage(words);
    return;
  }
  const { action, sha, branch } = pick;
  const resolved = await conflictPick(area, { open, action, sha, branch, tip });
  await commitResolution(area, resolved, { where, message, isConfirmed: true });
};

/** Adds the board of a cherry-pick, opening a new one if none has it. */
export const conflictPick = async (area: BoardArea, pick: Omit<ConflictPick, 'session'>): Promise<ConflictPick> =>
  pick.action === 'revert' ? { ...pick, session: undefined } : cellPick(await boardWith(area, pick.open, pick), pick);

const boardWith = async (area: BoardArea, open: OpenProject, place: CellPlace): Promise<BoardSession> => {
  const known = area.boards.pages.all.findLast(
    ({ open: { account, project }, board }) =>
      project.id === open.project.id && account.id === open.account.id && board.has(place),
  );
  if (known !== undefined) return known;
  const commit = boardCommit(await area.read({ open, sha: place.sha }));
  const session = area.boards.pages.create(open);
  session.board.addCommits([commit]);
  session.board.addBranches([place.branch]);
  return session;
};
