import * as vscode from '../../vscode.ts';
import type { CellPlace } from '../../../messages/board.ts';
import { isDone, type Resolution } from '../../../model/composer/resolution.ts';
import { shortSha, visible } from '../../kit/format.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { BoardArea } from '../area.ts';
import { testNew } from '../intents.ts';
import type { BoardSession } from '../session.ts';
import { commitResolution } from './commit.ts';
import { nameOf } from './kept.ts';
import { boardWith } from './message.ts';
import { canMark, markResolved, resolutionOf, resolveConflict } from './resolve.ts';

/** Begins to resolve a commit on a branch, and leads from file to file to the commit: nobody has to know the board. */
export const lead = async (area: BoardArea, open: OpenProject, place: CellPlace): Promise<void> => {
  const session = await boardWith(area, open, place);
  await testNew(session);
  area.boards.led.add(nameOf({ account: open.account.id, project: open.project.id, ...place }));
  await leadFrom(area, session, place);
};

/** Goes on after a file of a resolution was saved. */
export const leadOn = async (area: BoardArea, resolution: Resolution): Promise<void> => {
  const session = area.boards.pages.all.find(
    ({ board, open: { account, project } }) =>
      account.id === resolution.account && project.id === resolution.project && board.has(resolution),
  );
  // whoever has closed the board has ended it
  if (session !== undefined) await askMarks(area, session, resolution);
};

/** Opens one file after the other as long as each is decided by a question; an editor goes on when it is saved. */
const leadFrom = async (area: BoardArea, session: BoardSession, place: CellPlace): Promise<void> => {
  while (!isOver(resolutionOf(area, session, place))) {
    if (!(await resolveConflict(area, session, place, undefined))) return askMarks(area, session, place);
  }
  await offerCommit(area, session, place);
};

const isOver = (resolution: Resolution | undefined): boolean =>
  resolution !== undefined && resolution.files.length > 0 && resolution.files.every(isDone);

/** Asks about a text without marks whether it is as it should be. */
const askMarks = async (area: BoardArea, session: BoardSession, place: CellPlace): Promise<void> => {
  const { t } = vscode.l10n;
  const path = resolutionOf(area, session, place)?.files.find(canMark)?.path;
  if (path === undefined) return;
  const mark = t('Mark as Resolved');
  const words = t('{0} has no conflict marks left.', visible(path));
  if ((await vscode.window.showInformationMessage(words, mark)) !== mark) return;
  await markResolved(area, session, place, path);
  await leadFrom(area, session, place);
};

const offerCommit = async (area: BoardArea, session: BoardSession, place: CellPlace): Promise<void> => {
  const { t } = vscode.l10n;
  const commit = t('Commit Resolution…');
  const words = t('All conflicts of {0} on {1} are resolved.', shortSha(place.sha), visible(place.branch));
  if ((await vscode.window.showInformationMessage(words, commit)) === commit) {
    await commitResolution(area, session, place);
  }
};
