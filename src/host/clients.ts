import * as vscode from 'vscode';
import { type Client, createClient, type RequestRecord } from '../client/client.ts';
import { RequestError } from '../client/errors.ts';
import type { AccountStore } from './accounts/store.ts';
import type { Log } from './log.ts';
import type { Network } from './network.ts';

/** The clients of the accounts; the same client for the same account, so that equal reads are shared. */
export interface Clients {
  /** The client of an account that is kept; it sends the account's current token, and nothing once it is removed. */
  of(account: { readonly id: string; readonly baseUrl: string }): Client;
  /** A client for an address and token that are not kept yet. */
  trial(baseUrl: string, token: string): Client;
}

/** Clients over one network. */
export const createClients = (accounts: AccountStore, network: Network, log: Log): Clients => {
  const clients = new Map<string, Client>();
  const surroundings = {
    transport: () => network.transport(),
    record: (request: RequestRecord) => log.request(request),
  };
  return {
    of({ id, baseUrl }) {
      const known = clients.get(id);
      if (known) return known;
      // no token is no text either: without one a request would go out in nobody's name
      const inner = createClient({ ...surroundings, baseUrl, token: async () => accounts.token(id) ?? '' });
      const client: Client = {
        baseUrl,
        async send(operation, parameters, options) {
          if (accounts.get(id) === undefined) throw removedAccount(baseUrl, operation);
          return inner.send(operation, parameters, options);
        },
      };
      clients.set(id, client);
      return client;
    },
    trial: (baseUrl, token) => createClient({ ...surroundings, baseUrl, token: async () => token }),
  };
};

const removedAccount = (
  address: string,
  { reference, method }: { readonly reference: string; readonly method: string },
): RequestError =>
  new RequestError({
    failure: 'unauthorized',
    outcome: 'notSent',
    reference,
    method,
    address,
    detail: vscode.l10n.t('the account has been removed'),
  });
