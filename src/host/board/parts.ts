import * as vscode from '../vscode.ts';
import { reported } from '../kit/commands.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { BoardArea, BoardDeps } from './area.ts';
import { ConflictDocuments } from './resolving/conflictDocuments.ts';
import { tryInClone } from './resolving/conflicts.ts';
import { boardHandlers } from './intents.ts';
import { SavedBoards } from './savedBoards.ts';
import { readCompared } from './missing/missing.ts';
import type { MissingItem } from './missing/missingRows.ts';
import { MissingView } from './missing/missingView.ts';
import { BoardPages } from './page.ts';
import { cellPick } from './resolving/conflictPick.ts';
import { hasEditors, ResolvedFiles } from './resolving/resolvedFileSystem.ts';
import { SavedResolutions, nameOf } from './resolving/savedResolutions.ts';
import { leadOn } from './resolving/lead.ts';
import { postResolution } from './resolving/resolve.ts';
import { recoverSides } from './resolving/sides.ts';
import type { SessionDeps } from './session.ts';
import { singlePicks } from './singlePicks.ts';

/** Creates the board parts; sends no request. */
export const createBoardParts = (needs: BoardDeps, view: vscode.TreeView<MissingItem>): BoardArea => {
  const { context, log, own, project } = needs;
  const saved = new SavedBoards(context.workspaceState);
  const resolutions = new SavedResolutions(context.workspaceState, hasEditors);
  const sessionNeeds: SessionDeps = {
    stores: { boards: saved, resolutions },
    tryInClone: (open) => tryInClone(needs, open),
  };
  const pages = own(new BoardPages(needs, sessionNeeds, (session) => boardHandlers(area, session)));
  own(pages.onDidChange(() => setContextKey('graft.board.isOpen', pages.sessions.length > 0)));
  const resolved = new ResolvedFiles(resolutions);
  own(
    resolved.onDidSave((saved) => {
      const { resolution } = saved;
      boards.confirmed = undefined;
      for (const session of pages.all) {
        const { account, project } = session.open;
        const isOwn = account.id === resolution.account && project.id === resolution.project;
        if (isOwn && resolution.action === 'cherryPick') postResolution(area, cellPick(session, resolution));
      }
      if (saved.byHand && (led.has(nameOf(resolution)) || resolution.action === 'revert'))
        void reported(area, 'The resolution', () => leadOn(area, saved));
    }),
  );
  own(vscode.workspace.onWillSaveTextDocument((event) => resolved.willSave(event)));
  const led = new Set<string>();
  const singlePick = singlePicks(() => area);
  const documents = new ConflictDocuments((of) => recoverSides(area, of));
  const missing = own(new MissingView({ project, log, view, compare: (...what) => readCompared(area, ...what) }));
  const apart = { applying: undefined };
  const boards: BoardArea['boards'] = {
    saved,
    documents,
    missing,
    pages,
    resolutions,
    resolved,
    lastMerge: undefined,
    confirmed: undefined,
    led,
    apart,
    singlePick,
  };
  const area: BoardArea = { ...needs, boards };
  return area;
};

export { boardCommands } from './commands.ts';
