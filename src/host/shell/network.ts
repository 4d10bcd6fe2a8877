import * as vscode from '../vscode.ts';
import type { ConnectionSeen } from '../../client/connectionFacts.ts';
import type { Spelling } from '../../wire/spelling.ts';
import type { Transport } from '../../client/transport.ts';
import type { Log } from './log.ts';

/** The way to the network: one transport for all accounts, made on the first request and again when settings change. */
export interface Network extends vscode.Disposable {
  transport(): Promise<Transport>;
  /** A transport by the same settings with connections of its own, whose steps it reports; its caller closes it. */
  watched(seen: (seen: ConnectionSeen) => void): Promise<Transport>;
  /** How names that hold a brand are written to a server: real ones, unless its user says otherwise. */
  spellingOf(baseUrl: string): Spelling;
}

/**
 * A network that follows VS Code's proxy settings: their credentials are in no line of the log, what of them cannot be
 * read is. Nothing is loaded before the first request.
 */
export const createNetwork = (log: Pick<Log, 'secrets' | 'info'>): Network => {
  let current: Promise<Transport> | undefined;
  const close = (): void => {
    current?.then(
      (transport) => transport.close(),
      // one that never came has nothing to close; who asked for it was told
      () => undefined,
    );
    current = undefined;
  };
  let neutral = readNeutral();
  const subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (
      ['http', 'graft.network.proxy', 'graft.network.caCertificates'].some((each) => event.affectsConfiguration(each))
    )
      close();
    if (event.affectsConfiguration(neutralNames)) neutral = readNeutral();
  });
  return {
    spellingOf: (baseUrl) => (neutral.has(bare(baseUrl)) ? 'document' : 'real'),
    watched: async (seen) => (await import('./openTransport.ts')).openTransport(log, close, seen),
    transport() {
      current ??= import('./openTransport.ts')
        .then(({ openTransport }) => openTransport(log, close))
        .catch((error: unknown) => {
          current = undefined;
          throw error;
        });
      return current;
    },
    dispose() {
      subscription.dispose();
      close();
    },
  };
};

const neutralNames = 'graft.network.neutralNames';

/** The servers that are sent neutral names. */
const readNeutral = (): ReadonlySet<string> => {
  const servers = vscode.workspace.getConfiguration().get<unknown>(neutralNames);
  return new Set(Array.isArray(servers) ? servers.map(bare) : []);
};

/** An address without what may be written in several ways. */
const bare = (server: unknown): string => String(server).trim().replace(/\/+$/, '').toLowerCase();
