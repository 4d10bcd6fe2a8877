import * as vscode from '../vscode.ts';
import type { ClientIdentity } from '../../client/clientCertificate.ts';
import { type Client, type ClientDeps, createClient, type RequestRecord } from '../../client/client.ts';
import { RequestError } from '../../client/errors.ts';
import type { TokenHeader } from '../../client/sending.ts';
import type { GraphqlClient } from '../../client/graphql/graphqlClient.ts';
import { isFineGrained } from '../../model/account.ts';
import { AccountCapabilities } from '../../model/accountCapabilities.ts';
import { graphqlEndpoint } from '../../wire/graphql.ts';
import type { Spelling } from '../../wire/spelling.ts';
import type { AccountStore } from './accountSecrets.ts';
import type { AccountTraffic } from './accountTraffic.ts';
import type { Log } from './log.ts';
import type { Network } from './network.ts';
import { once } from './once.ts';

interface Connected {
  readonly id: string;
  readonly baseUrl: string;
}

/** One client per account, so that equal reads are shared. */
export interface Clients {
  /** Sends the account's current token; fails once the account is removed. */
  of(account: Connected): Client;
  /** Loaded on first use. */
  graphqlOf(account: Connected): GraphqlClient;
  /**
   * Shared by all callers and reset with each sign-in, as permissions may change. Sends nothing before `ready` or
   * `send`.
   */
  capabilitiesOf(account: Connected): AccountCapabilities;
  /** Later reads share no earlier request. */
  stopSharing(): void;
  /** For an unsaved account; anonymous without a token. */
  trial(baseUrl: string, token?: string, tokenHeader?: TokenHeader, identity?: ClientIdentity): Client;
}

interface Deps {
  readonly accounts: AccountStore;
  readonly network: Network;
  readonly traffic: AccountTraffic;
  readonly log: Log;
}

export const createClients = ({ accounts, network, traffic, log }: Deps): Clients => {
  const clients = new Map<string, Client>();
  const graphqlClients = new Map<string, GraphqlClient>();
  const learnt = new Map<string, { readonly of: object | undefined; readonly capabilities: AccountCapabilities }>();
  const deps = { record: (request: RequestRecord) => log.request(request), secrets: log.secrets };
  // '' rather than undefined, which would send an anonymous request
  const inNameOf = ({ id, baseUrl }: Connected): ClientDeps => ({
    ...deps,
    transport: () => network.transport(accounts.identity(id)),
    baseUrl,
    get spelling(): Spelling {
      return network.spellingOf(baseUrl);
    },
    token: async () => (await accounts.token(id)) ?? '',
    tokenHeader: () => accounts.get(id)?.tokenHeader ?? 'authorization',
    isFineGrained: () => isFineGrained(accounts.get(id) ?? {}),
    traffic: traffic.of(id),
  });
  const requireSaved = ({ id, baseUrl }: Connected, operation: Named): void => {
    if (accounts.get(id) === undefined) throw removedAccount(baseUrl, operation);
  };

  const restOf = (account: Connected): Client => {
    const inner = createClient(inNameOf(account));
    return {
      baseUrl: account.baseUrl,
      stopSharing: () => inner.stopSharing(),
      remembered: (operation) => inner.remembered(operation),
      async send(operation, parameters, options) {
        requireSaved(account, operation);
        return inner.send(operation, parameters, options);
      },
    };
  };

  const graphqlOf = (account: Connected): GraphqlClient => {
    let made: Promise<GraphqlClient> | undefined;
    // the first lists don't need it
    const make = async (): Promise<GraphqlClient> => {
      const { createGraphqlClient } = await import('../../client/graphql/graphqlClient.ts');
      return createGraphqlClient(inNameOf(account));
    };
    const inner = (): Promise<GraphqlClient> => {
      requireSaved(account, graphqlEndpoint);
      return (made ??= make());
    };
    return {
      baseUrl: account.baseUrl,
      query: async (...question) => (await inner()).query(...question),
      queryPartly: async (...question) => (await inner()).queryPartly(...question),
      mutate: async (...question) => (await inner()).mutate(...question),
      poll: async (...question) => (await inner()).poll(...question),
    };
  };

  const of = (account: Connected): Client => once(clients, account.id, () => restOf(account));
  return {
    of,
    graphqlOf: (account) => once(graphqlClients, account.id, () => graphqlOf(account)),
    capabilitiesOf(account) {
      const current = accounts.signIn(account.id);
      const known = learnt.get(account.id);
      if (known !== undefined && known.of === current) return known.capabilities;
      const capabilities = new AccountCapabilities(of(account));
      learnt.set(account.id, { of: current, capabilities });
      return capabilities;
    },
    stopSharing() {
      for (const client of clients.values()) client.stopSharing();
    },
    trial: (baseUrl, token, tokenHeader = 'authorization', identity) =>
      createClient({
        ...deps,
        transport: () => network.transport(identity),
        baseUrl,
        spelling: network.spellingOf(baseUrl),
        token: async () => token,
        tokenHeader: () => tokenHeader,
        traffic: traffic.of(''),
      }),
  };
};

interface Named {
  readonly reference: string;
  readonly method: string;
}

const removedAccount = (address: string, { reference, method }: Named): RequestError =>
  new RequestError({
    failure: 'unauthorized',
    outcome: 'notSent',
    reference,
    method,
    address,
    detail: vscode.l10n.t('the account has been removed'),
  });
