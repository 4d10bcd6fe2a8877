import { setContextKey } from '../shell/contextKeys.ts';
import type { BoardArea, BoardDeps } from './area.ts';
import { ConflictDocuments } from './conflictDocuments.ts';
import { boardHandlers } from './intents.ts';
import { KeptBoards } from './kept.ts';
import { BoardPages } from './page.ts';

/** Builds the backport boards; nothing is read before one is used. */
export const createBoardParts = (needs: BoardDeps): BoardArea => {
  const { context, own } = needs;
  const kept = new KeptBoards(context.workspaceState);
  const pages = own(new BoardPages(needs, kept, (session) => boardHandlers(area, session)));
  own(pages.onDidChange(() => setContextKey('graft.board.isOpen', pages.sessions.length > 0)));
  const area: BoardArea = { ...needs, boards: { kept, documents: new ConflictDocuments(), pages } };
  return area;
};

export { boardCommands } from './commands.ts';
