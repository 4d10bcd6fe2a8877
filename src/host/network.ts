import * as vscode from 'vscode';
import { directConnections, type NetworkSettings, type Transport } from '../client/transport.ts';

/** The way to the network: one transport for all accounts, made on the first request and anew when settings change. */
export interface Network extends vscode.Disposable {
  transport(): Promise<Transport>;
}

/** A network that follows VS Code's proxy settings. Nothing is loaded before the first request. */
export const createNetwork = (): Network => {
  let current: Promise<Transport> | undefined;
  const close = (): void => {
    current?.then(
      (transport) => transport.close(),
      // one that never came has nothing to close; who asked for it was told
      () => undefined,
    );
    current = undefined;
  };
  const subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('http') || event.affectsConfiguration('graft.network')) close();
  });
  return {
    transport() {
      current ??= load().catch((error: unknown) => {
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

const load = async (): Promise<Transport> => {
  const { createUndiciTransport } = await import('../client/undiciTransport.ts');
  return createUndiciTransport(readSettings());
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
