import { registerCommands } from '../kit/commands.ts';
import { late, lateFiles, latePages, lateTree } from '../kit/late.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { Shell } from '../shell/shell.ts';
import type { BoardArea, BoardDeps } from './area.ts';
import type { MissingItem } from './missing/missingRows.ts';
import { hasSavedBoards } from './savedBoardKey.ts';

/** Registers backport boards. Their code loads with the first command, page, document or view. */
export const createBoard = (shell: Shell, needs: () => Promise<BoardDeps>): (() => Promise<BoardArea>) => {
  const { own, context } = shell;
  setContextKey('graft.board.hasSaved', hasSavedBoards(context.workspaceState));
  const load = late(async (): Promise<BoardArea> => {
    const [needed, { createBoardParts }] = await Promise.all([needs(), import('./parts.ts')]);
    return createBoardParts(needed, view);
  });
  const view = lateTree<MissingItem>(own, 'graft.missing', async () => (await load()).boards.missing);
  own(lateFiles('graft-conflict', async () => (await load()).boards.documents, { isReadonly: true }));
  own(lateFiles('graft-resolve', async () => (await load()).boards.resolved));
  own(latePages('graft.board', async () => (await load()).boards.pages));
  own(
    registerCommands(shell, 'board', async () => {
      const [area, { boardCommands }] = await Promise.all([load(), import('./parts.ts')]);
      return [area, boardCommands];
    }),
  );
  return load;
};
