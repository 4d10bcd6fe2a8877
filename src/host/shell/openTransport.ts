import * as vscode from '../vscode.ts';
import { type Authorities, readAuthorities } from '../../client/authorities.ts';
import type { CompletedStep } from '../../client/connectionFacts.ts';
import type { ClientIdentity } from '../../client/clientCertificate.ts';
import type { NetworkSettings, SystemProxies, Transport } from '../../client/transport.ts';
import { editorProxies } from './editorProxies.ts';
import type { Log } from './log.ts';

/**
 * `renew`: a certificate was rejected, and certificate files have changed. `seen`: each step of a connection.
 * Credentials are never logged.
 */
export const openTransport = async (
  { secrets, info }: Pick<Log, 'secrets' | 'info'>,
  identity: ClientIdentity | undefined,
  renew: () => void,
  seen?: (seen: CompletedStep) => void,
): Promise<Transport> => {
  const [{ createUndiciTransport }, authorities] = await Promise.all([
    import('../../client/undici/undiciTransport.ts'),
    authoritiesOfSettings(),
  ]);
  const settings: NetworkSettings = { ...readSettings(), authorities, identity, system: systemProxies(secrets) };
  const variables = Object.entries(settings.environment).map(([name, text = '']) => ({ name, text }));
  for (const { text } of [...settings.proxies, ...variables]) {
    secrets.addFromAddress(text);
    secrets.addFromAddress(`http://${text}`);
  }
  secrets.addFromHeader(settings.proxyAuthorization ?? '');
  const transport = createUndiciTransport(settings, undefined, seen);
  const messages = () => import('./connectionMessages.ts');
  for (const unread of transport.unread ?? []) info((await messages()).unreadSentence(unread));
  return {
    ...transport,
    async sentenceOf(facts) {
      if (facts.failure === 'certificate' && !isSame(await authoritiesOfSettings(), authorities)) renew();
      return (await messages()).connectionSentence(facts);
    },
  };
};

const authoritiesOfSettings = async (): Promise<Authorities> => {
  const name = 'graft.network.caCertificates';
  const files = vscode.workspace.getConfiguration().get<unknown>(name);
  return readAuthorities(name, Array.isArray(files) ? files.map(String) : []);
};

const isSame = (one: Authorities, other: Authorities): boolean => JSON.stringify(one) === JSON.stringify(other);

const isProxySupportOff = (): boolean =>
  vscode.workspace.getConfiguration('http').get<string>('proxySupport') === 'off';

/** Undefined if `http.proxySupport` is off. */
const systemProxies = (secrets: Log['secrets']): SystemProxies | undefined => {
  const system = isProxySupportOff() ? undefined : editorProxies(vscode.l10n.t('your system’s proxy settings'));
  if (system === undefined) return undefined;
  return {
    ...system,
    async proxiesFor(url) {
      const answer = await system.proxiesFor(url);
      for (const target of answer.split(/[\s;]+/)) if (target.includes('@')) secrets.addFromAddress(`http://${target}`);
      return answer;
    },
    async signIn(...given) {
      const header = await system.signIn(...given);
      // Kerberos tickets are valid only once
      if (header !== undefined && /^basic\b/i.test(header)) secrets.addFromHeader(header);
      return header;
    },
  };
};

const readSettings = (): NetworkSettings => {
  const http = vscode.workspace.getConfiguration('http');
  const own = 'graft.network.proxy';
  const isOff = isProxySupportOff();
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
