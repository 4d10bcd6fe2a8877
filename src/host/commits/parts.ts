import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { CommitChanges } from './changes.ts';
import { CommentTexts } from './commentTexts.ts';
import { CommentThreads } from './commentThreads.ts';
import { CommitConversations } from './conversations.ts';
import { CommitDetails } from './details.ts';
import { CommitFacts } from './facts.ts';
import { registerFileBadges } from './fileBadges.ts';
import { fileScheme, FileVersions } from './fileVersions.ts';
import { MessageDrafts, messageScheme } from './messageDrafts.ts';
import { NamedFilters } from './namedFilters.ts';
import { CommitPages } from './page.ts';
import { carryOut } from './pageIntents.ts';
import { CommitsView } from './tree.ts';

/** What shows commits and what is said about them. */
type CommitParts = Pick<
  App,
  | 'details'
  | 'facts'
  | 'changes'
  | 'namedFilters'
  | 'messageDrafts'
  | 'conversations'
  | 'commentTexts'
  | 'commentThreads'
  | 'commitPages'
  | 'commits'
>;

/** Builds what shows commits; `app` is asked for once something is done on a page. Nothing is read yet. */
export const createCommits = (
  parts: Pick<App, 'context' | 'accounts' | 'clients' | 'project' | 'keptTexts' | 'log'>,
  own: <T extends vscode.Disposable>(part: T) => T,
  app: () => App,
): CommitParts => {
  const { context, accounts, clients, project, log } = parts;
  const memento = context.workspaceState;
  const details = new CommitDetails();
  const changes = new CommitChanges();
  const facts = new CommitFacts();
  const messageDrafts = new MessageDrafts(memento);
  const readOnly = { isCaseSensitive: true, isReadonly: true };
  own(vscode.workspace.registerFileSystemProvider(fileScheme, new FileVersions(accounts, clients), readOnly));
  own(vscode.workspace.registerFileSystemProvider(messageScheme, messageDrafts, { isCaseSensitive: true }));
  own(registerFileBadges());
  const commentTexts = new CommentTexts(parts.keptTexts);
  const conversations = own(new CommitConversations({ accounts, details, texts: commentTexts, log }));
  const commitPages = own(
    new CommitPages({
      extension: context.extensionUri,
      accounts,
      clients,
      details,
      changes,
      conversations,
      commentTexts,
      memento: context.globalState,
      log,
      intend: (intent, load) => carryOut(app(), intent, load),
    }),
  );
  return {
    details,
    facts,
    changes,
    namedFilters: new NamedFilters(project, memento),
    messageDrafts,
    conversations,
    commentTexts,
    commentThreads: own(new CommentThreads({ accounts, clients, conversations, changes, texts: commentTexts, log })),
    commitPages,
    commits: own(new CommitsView({ project, details, facts, changes, memento, log })),
  };
};
