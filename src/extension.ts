import * as vscode from 'vscode';
import { openAccountStore } from './host/accounts/store.ts';
import { createAdministration } from './host/administration/parts.ts';
import type { RowsFirst } from './host/afterRows.ts';
import type { App } from './host/app.ts';
import { createBoards } from './host/board/boards.ts';
import { createClients } from './host/clients.ts';
import { registerCommands, reported } from './host/commands.ts';
import { followLink } from './host/commits/links.ts';
import { createCommits } from './host/commits/parts.ts';
import { carryOutComposer } from './host/composer/commands.ts';
import { ComposerPages } from './host/composer/pages.ts';
import { followContext } from './host/contextKeys.ts';
import { createJobs } from './host/jobs/parts.ts';
import { createIterations } from './host/iterations/parts.ts';
import { KeptTexts } from './host/keptText.ts';
import { createLog } from './host/log.ts';
import { createNetwork } from './host/network.ts';
import { addPresetAccount } from './host/presetAccount.ts';
import { CurrentProject } from './host/project/currentProject.ts';
import { followLocalRepositories } from './host/project/gitExtension.ts';
import { CurrentBranch } from './host/project/currentBranch.ts';
import { createProtection } from './host/protectedBranches/parts.ts';
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
  const currentBranch = own(new CurrentBranch(project, repositories));
  const keptTexts = new KeptTexts(memento);
  const parts = { context, accounts, clients, project, repositories, currentBranch, keptTexts, memento, log };
  const extensionId = context.extension.id;
  const composers = own(new ComposerPages({ app: () => app, memento, carryOut: carryOutComposer }));
  const reviews = own(new Reviews({ extensionId, accounts, clients, project, branch: currentBranch, keptTexts, log }));
  const transfers = createJobs({ context, accounts, clients, log }, own);
  const rows: RowsFirst = () => app.commits.firstRows;
  const app: App = {
    context,
    log,
    network,
    accounts,
    clients,
    project,
    repositories,
    currentBranch,
    keptTexts,
    ...createCommits(parts, own, () => app),
    ...createProtection({ ...parts, rows }, own),
    boards: own(createBoards(parts, () => app)),
    composers,
    reviews,
    reviewPages: own(createReviewPages({ ...parts, reviews }, () => app)),
    ...createIterations({ ...parts, network, rows }, own),
    ...transfers,
    ...createAdministration({ ...parts, ...transfers }, own),
    sampleServer: own(new SampleServer()),
  };
  own(followContext(app));
  own(registerCommands(app));
  own(vscode.window.registerUriHandler({ handleUri: (uri) => reported(app, 'The link', () => followLink(app, uri)) }));
  void addPresetAccount(accounts, clients, log);
  return context.extensionMode === vscode.ExtensionMode.Test ? app : undefined;
};
