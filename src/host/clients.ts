import { type Client, createClient, type RequestRecord } from '../client/client.ts';
import type { AccountStore } from './accounts/store.ts';
import type { Log } from './log.ts';
import type { Network } from './network.ts';

/** The clients of the accounts; the same client for the same account, so that equal reads are shared. */
export interface Clients {
  /** The client of an account that is kept; it sends the account's current token. */
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
      const client =
        clients.get(id) ?? createClient({ ...surroundings, baseUrl, token: async () => accounts.token(id) });
      clients.set(id, client);
      return client;
    },
    trial: (baseUrl, token) => createClient({ ...surroundings, baseUrl, token: async () => token }),
  };
};
