import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { ConflictDocuments, conflictScheme } from './conflictDocuments.ts';
import { carryOutIntent } from './intents.ts';
import { KeptBoards } from './kept.ts';
import { BoardPages } from './pages.ts';

/** Everything the backport boards need. */
export interface Boards extends vscode.Disposable {
  readonly kept: KeptBoards;
  readonly documents: ConflictDocuments;
  readonly pages: BoardPages;
}

/** Builds the backport boards; `app` is asked for once one of them is used. */
export const createBoards = (parts: Pick<App, 'context' | 'accounts' | 'clients' | 'log'>, app: () => App): Boards => {
  const { context, accounts, clients, log } = parts;
  const kept = new KeptBoards(context.workspaceState);
  const documents = new ConflictDocuments();
  const pages = new BoardPages({
    extension: context.extensionUri,
    accounts,
    clients,
    kept,
    log,
    intend: (intent, session) => carryOutIntent(app(), intent, session),
  });
  const provider = vscode.workspace.registerFileSystemProvider(conflictScheme, documents, {
    isCaseSensitive: true,
    isReadonly: true,
  });
  return {
    kept,
    documents,
    pages,
    dispose() {
      pages.dispose();
      provider.dispose();
    },
  };
};
