import * as vscode from 'vscode';
import { openAccountStore } from './host/accounts/store.ts';
import type { App } from './host/app.ts';
import { createBoards } from './host/board/boards.ts';
import { createClients } from './host/clients.ts';
import { registerCommands, reported } from './host/commands.ts';
import { CommitChanges } from './host/commits/changes.ts';
import { CommentTexts } from './host/commits/commentTexts.ts';
import { CommentThreads } from './host/commits/commentThreads.ts';
import { CommitConversations } from './host/commits/conversations.ts';
import { CommitDetails } from './host/commits/details.ts';
import { CommitFacts } from './host/commits/facts.ts';
import { registerFileBadges } from './host/commits/fileBadges.ts';
import { fileScheme, FileVersions } from './host/commits/fileVersions.ts';
import { MessageDrafts, messageScheme } from './host/commits/messageDrafts.ts';
import { CommitPages } from './host/commits/page.ts';
import { carryOut } from './host/commits/pageIntents.ts';
import { followLink } from './host/commits/links.ts';
import { NamedFilters } from './host/commits/namedFilters.ts';
import { CommitsView } from './host/commits/tree.ts';
import { carryOutComposer } from './host/composer/commands.ts';
import { ComposerPages } from './host/composer/pages.ts';
import { followContext } from './host/contextKeys.ts';
import { KeptTexts } from './host/keptText.ts';
import { createLog } from './host/log.ts';
import { createNetwork } from './host/network.ts';
import { addPresetAccount } from './host/presetAccount.ts';
import { CurrentProject } from './host/project/currentProject.ts';
import { followLocalRepositories } from './host/project/gitExtension.ts';
import { CurrentBranch } from './host/project/currentBranch.ts';
import { ProjectRights } from './host/protectedBranches/rights.ts';
import { ProtectionRules } from './host/protectedBranches/rules.ts';
import { SourceControlProtection } from './host/protectedBranches/sourceControl.ts';
import { PushStatus } from './host/protectedBranches/statusBar.ts';
import { ProtectedBranchesView } from './host/protectedBranches/tree.ts';
import { createReviewPages } from './host/reviews/pageParts.ts';
import { Reviews } from './host/reviews/reviews.ts';
import { SampleServer } from './host/sandbox/sampleServer.ts';

/**
 * Builds the pieces in the order they need each other. Nothing is sent and nothing of the network code is loaded here.
 * Tests inside the editor get the pieces; other extensions get nothing.
 */
export const activate = async (context: vscode.ExtensionContext): Promise<App | undefined> => {
  const owned = context.subscriptions;
  const own = <T extends vscode.Disposable>(part: T): T => {
    owned.push(part);
    return part;
  };

  const log = createLog(owned);
  const network = own(createNetwork());
  const accounts = own(await openAccountStore(context.secrets, log));
  const clients = createClients(accounts, network, log);
  const repositories = own(followLocalRepositories());
  const memento = context.workspaceState;
  const project = own(new CurrentProject({ accounts, clients, repositories, memento, log }));
  const details = new CommitDetails();
  const changes = new CommitChanges();
  const facts = new CommitFacts();
  const messageDrafts = new MessageDrafts(memento);
  own(vscode.workspace.registerFileSystemProvider(fileScheme, new FileVersions(accounts, clients), readOnly));
  own(vscode.workspace.registerFileSystemProvider(messageScheme, messageDrafts, { isCaseSensitive: true }));
  own(registerFileBadges());
  const currentBranch = own(new CurrentBranch(project, repositories));
  const rules = own(new ProtectionRules(project));
  const branchRights = own(new ProjectRights({ project, rules, log }));
  own(new SourceControlProtection({ project, repositories, rights: branchRights, log }));
  const keptTexts = new KeptTexts(memento);
  const commentTexts = new CommentTexts(keptTexts);
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
      intend: (intent, load) => carryOut(app, intent, load),
    }),
  );
  const extensionId = context.extension.id;
  const composers = own(new ComposerPages({ app: () => app, memento, carryOut: carryOutComposer }));
  const reviews = own(new Reviews({ extensionId, accounts, clients, project, branch: currentBranch, keptTexts, log }));
  const app: App = {
    context,
    log,
    accounts,
    clients,
    project,
    repositories,
    details,
    facts,
    changes,
    namedFilters: new NamedFilters(project, memento),
    messageDrafts,
    keptTexts,
    conversations,
    commentTexts,
    commentThreads: own(new CommentThreads({ accounts, clients, conversations, changes, texts: commentTexts, log })),
    commitPages,
    boards: own(createBoards({ context, accounts, clients, log }, () => app)),
    composers,
    commits: own(new CommitsView({ project, details, facts, changes, memento, log })),
    currentBranch,
    protectionRules: rules,
    branchRights,
    pushStatus: own(new PushStatus({ project, rights: branchRights, branch: currentBranch, log })),
    protectedBranches: own(new ProtectedBranchesView({ project, rules, rights: branchRights, branch: currentBranch })),
    reviews,
    reviewPages: own(createReviewPages({ context, accounts, clients, keptTexts, log, reviews }, () => app)),
    sampleServer: own(new SampleServer()),
  };
  own(followContext(app));
  own(registerCommands(app));
  own(vscode.window.registerUriHandler({ handleUri: (uri) => reported(app, 'The link', () => followLink(app, uri)) }));
  void addPresetAccount(accounts, clients, log);
  return context.extensionMode === vscode.ExtensionMode.Test ? app : undefined;
};

const readOnly = { isCaseSensitive: true, isReadonly: true };
