import * as vscode from '../vscode.ts';
import type { CompletedStep } from '../../client/connectionFacts.ts';
import type { Spelling } from '../../wire/spelling.ts';
import type { ClientIdentity } from '../../client/clientCertificate.ts';
import type { Transport } from '../../client/transport.ts';
import type { Log } from './log.ts';

/** One transport, and one for each client certificate; opened on first use and after changes of settings. */
export interface Network extends vscode.Disposable {
  transport(identity?: ClientIdentity): Promise<Transport>;
  /** A separate transport that reports each step; the caller closes it. */
  watched(seen: (seen: CompletedStep) => void, identity?: ClientIdentity): Promise<Transport>;
  /** For changed client certificates. */
  closeOutdated(identityOf: (id: string) => ClientIdentity | undefined): void;
  /** Real names unless `graft.network.neutralNames` lists the server. */
  spellingOf(baseUrl: string): Spelling;
}

/** Follows VS Code's proxy settings. Credentials in them are never logged; unreadable parts are. */
export const createNetwork = (log: Pick<Log, 'secrets' | 'info'>): Network => {
  const opened = new Map<string, Opened>();
  const close = (id: string): void => {
    opened.get(id)?.transport.then(
      (transport) => transport.close(),
      // nothing to close; the caller got the error
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

const readNeutral = (): ReadonlySet<string> => {
  const servers = vscode.workspace.getConfiguration().get<unknown>(neutralNames);
  return new Set(Array.isArray(servers) ? servers.map(bare) : []);
};

/** URLs are compared in this form. */
const bare = (server: unknown): string =>
  String(server)
    .trim()
    .replace(/(?<!\/)\/+$/, '')
    .toLowerCase();
