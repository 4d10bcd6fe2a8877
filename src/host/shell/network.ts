import * as vscode from '../vscode.ts';
import type { ConnectionSeen } from '../../client/connectionFacts.ts';
import type { Spelling } from '../../wire/spelling.ts';
import type { ClientIdentity } from '../../client/clientCertificate.ts';
import type { Transport } from '../../client/transport.ts';
import type { Log } from './log.ts';

/**
 * The way to the network: one transport for all accounts but those with a client certificate, made on the first request
 * and again when settings change.
 */
export interface Network extends vscode.Disposable {
  transport(identity?: ClientIdentity): Promise<Transport>;
  /** A transport by the same settings with connections of its own, whose steps it reports; its caller closes it. */
  watched(seen: (seen: ConnectionSeen) => void, identity?: ClientIdentity): Promise<Transport>;
  /** Closes transports of client certificates that their accounts no longer have. */
  closeOutdated(identityOf: (id: string) => ClientIdentity | undefined): void;
  /** How names that hold a brand are written to a server: real ones, unless its user says otherwise. */
  spellingOf(baseUrl: string): Spelling;
}

/**
 * A network that follows VS Code's proxy settings: their credentials are in no line of the log, what of them cannot be
 * read is. Nothing is loaded before the first request.
 */
export const createNetwork = (log: Pick<Log, 'secrets' | 'info'>): Network => {
  const opened = new Map<string, Opened>();
  const close = (id: string): void => {
    opened.get(id)?.transport.then(
      (transport) => transport.close(),
      // one that never came has nothing to close; who asked for it was told
      () => undefined,
    );
    opened.delete(id);
  };
  const closeAll = (): void => [...opened.keys()].forEach(close);
  let neutral = readNeutral();
  const subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (
      ['http', 'graft.network.proxy', 'graft.network.caCertificates'].some((each) => event.affectsConfiguration(each))
    )
      closeAll();
    if (event.affectsConfiguration(neutralNames)) neutral = readNeutral();
  });
  return {
    spellingOf: (baseUrl) => (neutral.has(bare(baseUrl)) ? 'document' : 'real'),
    watched: async (seen, identity) =>
      (await import('./openTransport.ts')).openTransport(log, identity, closeAll, seen),
    transport(identity) {
      const id = identity?.id ?? '';
      const known = opened.get(id);
      if (known && known.identity === identity) return known.transport;
      close(id);
      const transport = import('./openTransport.ts').then(({ openTransport }) =>
        openTransport(log, identity, closeAll),
      );
      opened.set(id, { identity, transport });
      transport.catch(() => opened.get(id)?.transport === transport && opened.delete(id));
      return transport;
    },
    closeOutdated(identityOf) {
      for (const [id, { identity }] of opened) if (identity && identityOf(id) !== identity) close(id);
    },
    dispose() {
      subscription.dispose();
      closeAll();
    },
  };
};

interface Opened {
  readonly identity: ClientIdentity | undefined;
  readonly transport: Promise<Transport>;
}

const neutralNames = 'graft.network.neutralNames';

/** The servers that are sent neutral names. */
const readNeutral = (): ReadonlySet<string> => {
  const servers = vscode.workspace.getConfiguration().get<unknown>(neutralNames);
  return new Set(Array.isArray(servers) ? servers.map(bare) : []);
};

/** An address without what may be written in several ways. */
const bare = (server: unknown): string =>
  String(server)
    .trim()
    .replace(/(?<!\/)\/+$/, '')
    .toLowerCase();
