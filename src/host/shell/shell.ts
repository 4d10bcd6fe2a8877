import { join } from 'node:path';
import * as vscode from '../vscode.ts';
import { type AccountStore, openAccountStore, type TokenSources } from './accountSecrets.ts';
import { type AccountTraffic, createAccountTraffic } from './accountTraffic.ts';
import { type Clients, createClients } from './clients.ts';
import { followContext } from './contextKeys.ts';
import { StoredTexts } from './unsentTexts.ts';
import { createLog, type Log } from './log.ts';
import { AccountSubscriptions } from './accountSubscriptions.ts';
import { createNetwork, type Network } from './network.ts';
import { CurrentBranch } from './currentBranch.ts';
import { CurrentProject } from './currentProject.ts';
import { followLocalRepositories, type LocalRepositories } from './gitExtension.ts';

/** Redirect path of a browser sign-in. */
export const signInPath = '/authentication';

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
  readonly unsentTexts: StoredTexts;
  /** Fires for each opened link to this extension. */
  readonly links: vscode.EventEmitter<vscode.Uri>;
  /** Disposes a part with the extension. */
  readonly own: <T extends vscode.Disposable>(part: T) => T;
}

/** Sends nothing and loads no network code. */
export const createShell = async (context: vscode.ExtensionContext): Promise<Shell> => {
  const own = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = createLog(context.subscriptions);
  const network = own(createNetwork(log));
  const repositories = own(followLocalRepositories());
  const accounts = own(
    await openAccountStore(context.secrets, log, tokenSources(context, { network, repositories, log })),
  );
  own(accounts.onDidChange(() => network.closeOutdated((id) => accounts.identity(id))));
  const traffic = own(createAccountTraffic());
  const clients = createClients({ accounts, network, traffic, log });
  const subscriptions = own(new AccountSubscriptions({ accounts, network, traffic, log }));
  const memento = context.workspaceState;
  const project = own(new CurrentProject({ accounts, clients, repositories, memento, log }));
  const currentBranch = own(new CurrentBranch(project, repositories));
  const unsentTexts = new StoredTexts(memento);
  own(followContext(accounts, project));
  const links = own(new vscode.EventEmitter<vscode.Uri>());
  own(vscode.window.registerUriHandler({ handleUri: (uri) => links.fire(uri) }));
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
    unsentTexts,
    links,
    own,
  };
};

/** Tokens outside the secret storage; loaded on first use. */
const tokenSources = (
  context: vscode.ExtensionContext,
  parts: Pick<Shell, 'network' | 'repositories' | 'log'>,
): TokenSources => {
  const sources = (() => {
    let made: Promise<Pick<TokenSources, 'provide' | 'renew'>> | undefined;
    return () => (made ??= import('./lentTokens.ts').then(({ createTokenSources }) => createTokenSources(parts)));
  })();
  const locks = join(context.globalStorageUri.fsPath, 'locks');
  return {
    provide: async (...account) => (await sources()).provide(...account),
    renew: async (...account) => (await sources()).renew(...account),
    alone: async (id, work) => (await import('./oneWindow.ts')).inOneWindow(locks, id, work),
  };
};
