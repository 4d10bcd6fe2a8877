import * as vscode from '../vscode.ts';
import type { Spelling } from '../../wire/spelling.ts';
import type { NetworkSettings, Transport } from '../../client/transport.ts';
import type { Log } from './log.ts';

/** The way to the network: one transport for all accounts, made on the first request and again when settings change. */
export interface Network extends vscode.Disposable {
  transport(): Promise<Transport>;
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
    if (event.affectsConfiguration('http') || event.affectsConfiguration('graft.network.proxy')) close();
    if (event.affectsConfiguration(neutralNames)) neutral = readNeutral();
  });
  return {
    spellingOf: (baseUrl) => (neutral.has(bare(baseUrl)) ? 'document' : 'real'),
    transport() {
      current ??= load(log).catch((error: unknown) => {
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

const load = async ({ secrets, info }: Pick<Log, 'secrets' | 'info'>): Promise<Transport> => {
  const { createUndiciTransport } = await import('../../client/undici/undiciTransport.ts');
  const settings = readSettings();
  const variables = Object.entries(settings.environment).map(([name, text = '']) => ({ name, text }));
  for (const { text } of [...settings.proxies, ...variables]) {
    secrets.keepAddress(text);
    secrets.keepAddress(`http://${text}`);
  }
  secrets.keepHeader(settings.proxyAuthorization ?? '');
  const transport = createUndiciTransport(settings);
  for (const { name, text } of transport.unread ?? [])
    info(`${name}: “${text}” is no host, address or range, and is passed over.`);
  return {
    ...transport,
    sentenceOf: async (facts) => (await import('./connectionMessages.ts')).connectionSentence(facts),
  };
};

const readSettings = (): NetworkSettings => {
  const http = vscode.workspace.getConfiguration('http');
  const own = 'graft.network.proxy';
  const isOff = http.get<string>('proxySupport') === 'off';
  return {
    proxies: [
      { name: own, text: vscode.workspace.getConfiguration().get<string>(own) ?? '' },
      { name: 'http.proxy', text: (!isOff && http.get<string>('proxy')) || '' },
    ],
    noProxy: { name: 'http.noProxy', text: (http.get<string[]>('noProxy') ?? []).join(',') },
    environment: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => (isOff ? /^no_proxy$/i : /^(https?|all|no)_proxy$/i).test(name)),
    ),
    proxyAuthorization: http.get<string | null>('proxyAuthorization') ?? undefined,
    strictCertificates: http.get<boolean>('proxyStrictSSL') ?? true,
    systemCertificates: http.get<boolean>('systemCertificates') ?? true,
  };
};
