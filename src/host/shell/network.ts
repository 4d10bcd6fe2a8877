import * as vscode from '../vscode.ts';
import type { Secrets } from '../../client/secrets.ts';
import type { Spelling } from '../../wire/spelling.ts';
import { directConnections, type NetworkSettings, type Transport } from '../../client/transport.ts';

/** The way to the network: one transport for all accounts, made on the first request and anew when settings change. */
export interface Network extends vscode.Disposable {
  transport(): Promise<Transport>;
  /** How names that hold a brand are written to a server: real ones, unless its user says otherwise. */
  spellingOf(baseUrl: string): Spelling;
}

/** A network that follows VS Code's proxy settings, whose credentials are added to `secrets`. Nothing is loaded before the first request. */
export const createNetwork = (secrets: Secrets): Network => {
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
      current ??= load(secrets).catch((error: unknown) => {
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

const load = async (secrets: Secrets): Promise<Transport> => {
  const { createUndiciTransport } = await import('../../client/undici/undiciTransport.ts');
  const settings = readSettings();
  secrets.keepAddress(settings.proxy ?? '');
  secrets.keepHeader(settings.proxyAuthorization ?? '');
  return createUndiciTransport(settings);
};

const readSettings = (): NetworkSettings => {
  const http = vscode.workspace.getConfiguration('http');
  const own = vscode.workspace.getConfiguration('graft.network').get<string>('proxy');
  const supported = http.get<string>('proxySupport') !== 'off';
  const { env } = process;
  const fromEnvironment = env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['HTTP_PROXY'] ?? env['http_proxy'];
  const proxy = [own, ...(supported ? [http.get<string>('proxy'), fromEnvironment] : [])].find(Boolean);
  const noProxy = http.get<string[]>('noProxy') ?? [];
  return {
    ...directConnections,
    proxy,
    noProxy: noProxy.length > 0 ? noProxy.join(',') : (env['NO_PROXY'] ?? env['no_proxy']),
    proxyAuthorization: http.get<string | null>('proxyAuthorization') ?? undefined,
    strictCertificates: http.get<boolean>('proxyStrictSSL') ?? true,
    systemCertificates: http.get<boolean>('systemCertificates') ?? true,
  };
};
