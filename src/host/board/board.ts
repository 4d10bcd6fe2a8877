import { registerCommands } from '../kit/commands.ts';
import { late, lateFiles, latePages } from '../kit/late.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { Shell } from '../shell/shell.ts';
import type { BoardArea, BoardDeps } from './area.ts';
import { hasSavedBoards } from './savedBoards.ts';

/** Opens the area of backport boards. Its code is loaded with a command, a page or a document of it. */
export const createBoard = (shell: Shell, needs: () => Promise<BoardDeps>): (() => Promise<BoardArea>) => {
  const { own, context } = shell;
  setContextKey('graft.board.hasSaved', hasSavedBoards(context.workspaceState));
  const load = late(async () => {
    const [needed, { createBoardParts }] = await Promise.all([needs(), import('./parts.ts')]);
    return createBoardParts(needed);
  });
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
