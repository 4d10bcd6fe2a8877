import * as vscode from '../../vscode.ts';
import { isDecided, isDone, type Resolution } from '../../../model/composer/resolution.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import type { BoardArea } from '../area.ts';
import { testNew } from '../intents.ts';
import { commitResolution } from './commit.ts';
import { cellPick, type ConflictPick, projectOfResolution, resolutionName } from './conflictPick.ts';
import type { SavedFile } from './resolvedFileSystem.ts';
import { nameOf } from './savedResolutions.ts';
import { conflictPick } from './message.ts';
import { markResolved, resolutionOf, resolveConflict } from './resolve.ts';

/** Resolves a pick file by file up to the commit. */
export const lead = async (area: BoardArea, wanted: Omit<ConflictPick, 'session'>): Promise<void> => {
  const pick = await conflictPick(area, wanted);
  if (pick.session) await testNew(pick.session);
  area.boards.led.add(nameOf(resolutionName(pick)));
  await leadFrom(area, pick);
};

/** Continues after the user saved a file. */
export const leadOn = async (area: BoardArea, { resolution, path }: SavedFile): Promise<void> => {
  if (resolution.action === 'revert') {
    const { action, sha, branch, tip } = resolution;
    const open = await projectOfResolution(area, resolution);
    return askMark(area, { open, session: undefined, action, sha, branch, tip }, path);
  }
  const session = area.boards.pages.all.find(
    ({ board, open: { account, project } }) =>
      account.id === resolution.account && project.id === resolution.project && board.has(resolution),
  );
  // closing the board ends the guided resolution
  if (session !== undefined) await askMark(area, cellPick(session, resolution), path);
};

/** Marks the active merge editor's file as resolved and opens the next one. */
export const markFront = (area: BoardArea): Promise<void> =>
  withFront(area, async (pick, path) => {
    if (await markResolved(area, pick, path)) await leadFrom(area, pick);
  });

/** Commits the resolution of the active merge editor's file. */
export const commitFront = (area: BoardArea): Promise<void> => withFront(area, (pick) => commitResolution(area, pick));

const withFront = async (area: BoardArea, act: (pick: ConflictPick, path: string) => Promise<void>): Promise<void> => {
  const front = area.boards.resolved.front();
  if (front === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a file in conflict first, by Resolve….'));
    return;
  }
  const { action, sha, branch, tip } = front.resolution;
  const open = await projectOfResolution(area, front.resolution);
  await act(await conflictPick(area, { open, action, sha, branch, tip }), front.path);
};

/** Continues with each file decided by a question; a merge editor continues on save. */
const leadFrom = async (area: BoardArea, pick: ConflictPick): Promise<void> => {
  while (!isOver(resolutionOf(area, pick))) {
    if (!(await resolveConflict(area, pick, undefined))) return askMark(area, pick);
  }
  await offerCommit(area, pick);
};

const isOver = (resolution: Resolution | undefined): boolean =>
  resolution !== undefined && resolution.files.length > 0 && resolution.files.every(isDone);

/** Offers to mark a fully decided file as resolved; without a path the first such file. */
const askMark = async (area: BoardArea, pick: ConflictPick, wanted?: string): Promise<void> => {
  const { t } = vscode.l10n;
  const files = resolutionOf(area, pick)?.files ?? [];
  const path = files.find((file) => (wanted === undefined || file.path === wanted) && isDecided(file))?.path;
  if (path === undefined) return;
  const mark = t('Mark as Resolved');
  const words = t('No conflict in {0} is left.', visible(path));
  if ((await vscode.window.showInformationMessage(words, mark)) !== mark) return;
  if (await markResolved(area, pick, path)) await leadFrom(area, pick);
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
