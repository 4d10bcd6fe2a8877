import * as vscode from '../../vscode.ts';
import { boardCommit } from '../../../model/board/sources.ts';
import { readProject } from '../../kit/requireProject.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { BoardArea } from '../area.ts';
import type { BoardSession } from '../session.ts';
import type { CellPlace } from '../../../messages/board.ts';
import { commitResolution } from './commit.ts';

/** Commits a resolution with the message of the editor that has the focus. The text stays until the server has it. */
export const commitMessage = async (area: BoardArea): Promise<void> => {
  const { t } = vscode.l10n;
  const written = await area.messages.written();
  if (written === undefined) return;
  const { draft, message } = written;
  const { resolvedOn: where, pick, tip } = draft;
  if (where === undefined) return void (await vscode.commands.executeCommand('graft.commits.applyMessage'));
  const account = area.accounts.get(draft.account);
  if (account === undefined) {
    const words = t('The account of this resolution has been removed. Add it again; the message is saved.');
    void vscode.window.showErrorMessage(words);
    return;
  }
  const { open: own } = area.project;
  const isOwn = own?.project.id === pick.project && own.account.id === account.id;
  const open = isOwn ? own : await readProject(area, account, pick.project);
  const place = { sha: pick.sha, branch: pick.branch };
  const session = await boardWith(area, open, place);
  await commitResolution(area, session, place, { where, message, confirmedAt: tip });
};

/** An open board with a cell, or a new one for it. */
export const boardWith = async (area: BoardArea, open: OpenProject, place: CellPlace): Promise<BoardSession> => {
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
