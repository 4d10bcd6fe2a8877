import * as vscode from '../../vscode.ts';
import { isDone, type Resolution } from '../../../model/composer/resolution.ts';
import { shortSha, visible } from '../../kit/format.ts';
import type { BoardArea } from '../area.ts';
import { testNew } from '../intents.ts';
import { commitResolution } from './commit.ts';
import { cellPick, type ConflictPick, projectOf, resolutionName } from './conflictPick.ts';
import { nameOf } from './kept.ts';
import { conflictPick } from './message.ts';
import { canMark, markResolved, resolutionOf, resolveConflict } from './resolve.ts';

/** Resolves a pick on a branch, file by file up to the commit, without its board. */
export const lead = async (area: BoardArea, wanted: Omit<ConflictPick, 'session'>): Promise<void> => {
  const pick = await conflictPick(area, wanted);
  if (pick.session) await testNew(pick.session);
  area.boards.led.add(nameOf(resolutionName(pick)));
  await leadFrom(area, pick);
};

/** Goes on after a file of a resolution was saved. */
export const leadOn = async (area: BoardArea, resolution: Resolution): Promise<void> => {
  if (resolution.action === 'revert') {
    const { action, sha, branch, tip } = resolution;
    const open = await projectOf(area, resolution);
    return askMarks(area, { open, session: undefined, action, sha, branch, tip });
  }
  const session = area.boards.pages.all.find(
    ({ board, open: { account, project } }) =>
      account.id === resolution.account && project.id === resolution.project && board.has(resolution),
  );
  // who has closed the board has ended it
  if (session !== undefined) await askMarks(area, cellPick(session, resolution));
};

/** Opens one file after the other as long as each is decided by a question; an editor goes on when it is saved. */
const leadFrom = async (area: BoardArea, pick: ConflictPick): Promise<void> => {
  while (!isOver(resolutionOf(area, pick))) {
    if (!(await resolveConflict(area, pick, undefined))) return askMarks(area, pick);
  }
  await offerCommit(area, pick);
};

const isOver = (resolution: Resolution | undefined): boolean =>
  resolution !== undefined && resolution.files.length > 0 && resolution.files.every(isDone);

/** Asks about a text without marks whether it is as it should be. */
const askMarks = async (area: BoardArea, pick: ConflictPick): Promise<void> => {
  const { t } = vscode.l10n;
  const path = resolutionOf(area, pick)?.files.find(canMark)?.path;
  if (path === undefined) return;
  const mark = t('Mark as Resolved');
  const words = t('{0} has no conflict marks left.', visible(path));
  if ((await vscode.window.showInformationMessage(words, mark)) !== mark) return;
  await markResolved(area, pick, path);
  await leadFrom(area, pick);
};

const offerCommit = async (area: BoardArea, pick: ConflictPick): Promise<void> => {
  const { t } = vscode.l10n;
  const commit = t('Commit Resolution…');
  const words =
    pick.action === 'revert'
      ? t('All conflicts of reverting {0} on {1} are resolved.', shortSha(pick.sha), visible(pick.branch))
      : t('All conflicts of {0} on {1} are resolved.', shortSha(pick.sha), visible(pick.branch));
  if ((await vscode.window.showInformationMessage(words, commit)) === commit) await commitResolution(area, pick);
};
