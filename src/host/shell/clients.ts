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
import type { AccountStore } from './accountStore.ts';
import type { AccountTraffic } from './accountTraffic.ts';
import type { Log } from './log.ts';
import type { Network } from './network.ts';
import { once } from './once.ts';

/** What of an account its clients need. */
interface Connected {
  readonly id: string;
  readonly baseUrl: string;
}

/** The clients of the accounts; the same client for the same account, so that equal reads are shared. */
export interface Clients {
  /** The client of an account that is kept; it sends the account's current token, and nothing once it is removed. */
  of(account: Connected): Client;
  /** The GraphQL client of an account that is kept, made when it is first asked for, with the same promises as `of`. */
  graphqlOf(account: Connected): GraphqlClient;
  /**
   * What an account may expect of its server. Shared by all who ask, so that what one screen learns the others know;
   * begun again when the account gets another token, as rights may be others then. Nothing is sent before `ready` or
   * `send` is called.
   */
  capabilitiesOf(account: Connected): AccountCapabilities;
  /** Reads asked for from now on share no request that was sent before, whatever account they are for. */
  beginAnew(): void;
  /** A client for an address and token that are not kept yet; without a token it asks in nobody's name. */
  trial(baseUrl: string, token?: string, tokenHeader?: TokenHeader, identity?: ClientIdentity): Client;
}

/** What clients are made of. */
interface Deps {
  readonly accounts: AccountStore;
  readonly network: Network;
  readonly traffic: AccountTraffic;
  readonly log: Log;
}

/** Clients over one network. */
export const createClients = ({ accounts, network, traffic, log }: Deps): Clients => {
  const clients = new Map<string, Client>();
  const graphqlClients = new Map<string, GraphqlClient>();
  const learnt = new Map<string, { readonly of: object | undefined; readonly capabilities: AccountCapabilities }>();
  const surroundings = {
    record: (request: RequestRecord) => log.request(request),
    secrets: log.secrets,
  };
  // no token is no text either: without one a request would go out in nobody's name
  const inNameOf = ({ id, baseUrl }: Connected): ClientDeps => ({
    ...surroundings,
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
  const mustBeKept = ({ id, baseUrl }: Connected, operation: Named): void => {
    if (accounts.get(id) === undefined) throw removedAccount(baseUrl, operation);
  };

  const restOf = (account: Connected): Client => {
    const inner = createClient(inNameOf(account));
    return {
      baseUrl: account.baseUrl,
      beginAnew: () => inner.beginAnew(),
      remembered: (operation) => inner.remembered(operation),
      async send(operation, parameters, options) {
        mustBeKept(account, operation);
        return inner.send(operation, parameters, options);
      },
    };
  };

  const graphqlOf = (account: Connected): GraphqlClient => {
    let made: Promise<GraphqlClient> | undefined;
    // read late: the first lists are there without it
    const make = async (): Promise<GraphqlClient> => {
      const { createGraphqlClient } = await import('../../client/graphql/graphqlClient.ts');
      return createGraphqlClient(inNameOf(account));
    };
    const inner = (): Promise<GraphqlClient> => {
      mustBeKept(account, graphqlEndpoint);
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
    beginAnew() {
      for (const client of clients.values()) client.beginAnew();
    },
    trial: (baseUrl, token, tokenHeader = 'authorization', identity) =>
      createClient({
        ...surroundings,
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
