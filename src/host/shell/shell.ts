import type * as vscode from '../vscode.ts';
import { type AccountStore, openAccountStore } from './accountStore.ts';
import { type AccountTraffic, createAccountTraffic } from './accountTraffic.ts';
import { type Clients, createClients } from './clients.ts';
import { followContext } from './contextKeys.ts';
import { KeptTexts } from './keptText.ts';
import { createLog, type Log } from './log.ts';
import { AccountSubscriptions } from './accountSubscriptions.ts';
import { createNetwork, type Network } from './network.ts';
import { CurrentBranch } from './currentBranch.ts';
import { CurrentProject } from './currentProject.ts';
import { followLocalRepositories, type LocalRepositories } from './gitExtension.ts';

/** What every area is given. */
export interface Shell {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly network: Network;
  readonly traffic: AccountTraffic;
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly subscriptions: AccountSubscriptions;
  readonly project: CurrentProject;
  readonly repositories: LocalRepositories;
  readonly currentBranch: CurrentBranch;
  readonly keptTexts: KeptTexts;
  /** Keeps a part until the extension is left, and answers it. */
  readonly own: <T extends vscode.Disposable>(part: T) => T;
}

/** Builds the shell. Nothing is sent and nothing of the network code is loaded. */
export const createShell = async (context: vscode.ExtensionContext): Promise<Shell> => {
  const own = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = createLog(context.subscriptions);
  const network = own(createNetwork(log));
  const accounts = own(await openAccountStore(context.secrets, log));
  own(accounts.onDidChange(() => network.closeOutdated((id) => accounts.identity(id))));
  const traffic = own(createAccountTraffic());
  const clients = createClients({ accounts, network, traffic, log });
  const subscriptions = own(new AccountSubscriptions({ accounts, network, traffic, log }));
  const repositories = own(followLocalRepositories());
  const memento = context.workspaceState;
  const project = own(new CurrentProject({ accounts, clients, repositories, memento, log }));
  const currentBranch = own(new CurrentBranch(project, repositories));
  const keptTexts = new KeptTexts(memento);
  own(followContext(accounts, project));
  return {
    context,
    log,
    network,
    traffic,
    accounts,
    clients,
    subscriptions,
    project,
    repositories,
    currentBranch,
    keptTexts,
    own,
  };
};
