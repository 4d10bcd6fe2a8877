import * as vscode from '../vscode.ts';
import type { Subscriptions } from '../../client/graphql/subscriptions.ts';
import { meteredSocket } from '../../client/meteredSocket.ts';
import { firstSupported } from '../../client/graphql/firstSupported.ts';
import type { SocketDeps } from '../../client/graphql/subscriptionSource.ts';
import type { AccountStore } from './accountSecrets.ts';
import type { AccountTraffic } from './accountTraffic.ts';
import type { Log } from './log.ts';
import type { Network } from './network.ts';

/** One shared connection per account, opened on first use and closed when accounts or the setting change. */
export class AccountSubscriptions implements vscode.Disposable {
  readonly #accounts: AccountStore;
  readonly #network: Network;
  readonly #traffic: AccountTraffic;
  readonly #log: Log;
  readonly #ended = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;
  readonly #connections = new Map<string, Promise<Subscriptions>>();

  /** All connections were closed; followers must subscribe again. */
  readonly onDidEnd = this.#ended.event;

  constructor(parts: {
    readonly accounts: AccountStore;
    readonly network: Network;
    readonly traffic: AccountTraffic;
    readonly log: Log;
  }) {
    this.#accounts = parts.accounts;
    this.#network = parts.network;
    this.#traffic = parts.traffic;
    this.#log = parts.log;
    const end = (): void => {
      this.#close();
      this.#ended.fire();
    };
    this.#listeners = vscode.Disposable.from(
      parts.accounts.onDidChange(end),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(setting)) end();
      }),
    );
  }

  get isOff(): boolean {
    return wanted() === 'off';
  }

  of({ id, baseUrl }: { readonly id: string; readonly baseUrl: string }): Promise<Subscriptions> {
    const known = this.#connections.get(id);
    if (known) return known;
    const connection = this.#connect(id, baseUrl);
    this.#connections.set(id, connection);
    return connection;
  }

  dispose(): void {
    this.#close();
    this.#listeners.dispose();
    this.#ended.dispose();
  }

  #close(): void {
    for (const connection of this.#connections.values()) closeSilently(connection);
    this.#connections.clear();
  }

  async #connect(id: string, baseUrl: string): Promise<Subscriptions> {
    const deps: SocketDeps = {
      baseUrl,
      token: async () => {
        const token = await this.#accounts.token(id);
        // never connect anonymously
        if (token === undefined) throw new Error('the account has been removed');
        return token;
      },
      tokenHeader: () => this.#accounts.get(id)?.tokenHeader ?? 'authorization',
      secrets: this.#log.secrets,
      webSocket: async () => {
        const traffic = this.#traffic.of(id);
        const transport = await this.#network.transport(this.#accounts.identity(id));
        const webSocket = await transport.webSocket?.();
        await traffic.turn(new AbortController().signal);
        return webSocket && meteredSocket(webSocket, traffic);
      },
    };
    const graphqlWs = async (): Promise<Subscriptions> =>
      (await import('../../client/graphql/openGraphqlWs.ts')).openGraphqlWs(deps);
    const protocol = wanted();
    if (protocol === 'graphqlWs') return graphqlWs();
    const { openSubscriptions } = await import('../../client/graphql/openSubscriptions.ts');
    const cable = openSubscriptions(deps);
    return protocol === 'actionCable' ? cable : firstSupported(cable, graphqlWs);
  }
}

const setting = 'graft.network.subscriptions';

/** `automatic`: the first protocol that the server supports. */
const wanted = (): 'automatic' | 'actionCable' | 'graphqlWs' | 'off' =>
  vscode.workspace.getConfiguration().get(setting, 'automatic');

const closeSilently = (connection: Promise<Subscriptions>): void =>
  void connection.then(
    (subscriptions) => subscriptions.close(),
    () => undefined,
  );
