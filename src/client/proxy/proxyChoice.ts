import type { NamedSetting } from '../connectionFacts.ts';
import type { NetworkSettings } from '../transport.ts';
import { type Exceptions, readExceptions } from './exceptions.ts';

export interface ProxyAddress {
  readonly protocol: 'http:' | 'https:' | 'socks5:' | 'socks5h:';
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Host and port for display. */
  readonly host: string;
  /** Decoded. */
  readonly username: string;
  readonly password: string;
  /** Setting or variable. */
  readonly source: string;
}

export type Route =
  | { readonly kind: 'direct'; readonly exceptedBy?: string }
  | { readonly kind: 'proxy'; readonly proxy: ProxyAddress }
  /** `text` is without credentials. */
  | { readonly kind: 'unreadable'; readonly source: string; readonly text: string };

export interface ProxyChoice {
  /** Rejects if the operating system names no proxy in time. */
  routeOf(url: URL): Promise<Route>;
  /** Invalid exceptions. */
  readonly unread: readonly NamedSetting[];
}

/**
 * Like curl, Go and VS Code: settings, variable of the scheme, `ALL_PROXY`, operating system; lower case first. Empty
 * values are skipped.
 */
export const chooseProxies = ({
  proxies,
  noProxy,
  environment,
  proxyAuthorization,
  system,
}: NetworkSettings): ProxyChoice => {
  const variable = (name: string): readonly NamedSetting[] =>
    [name, name.toUpperCase()].map((each) => ({ name: each, text: environment[each] ?? '' }));
  const named = new Map(
    ['http:', 'https:'].map((scheme) => {
      const own = variable(`${scheme.slice(0, -1)}_proxy`);
      return [scheme, firstFilled([...proxies, ...own, ...variable('all_proxy')])] as const;
    }),
  );
  const excepted = firstFilled([...(noProxy === undefined ? [] : [noProxy]), ...variable('no_proxy')]);
  const exceptions: Exceptions = readExceptions(excepted?.text ?? '');
  return {
    unread: exceptions.unread.map((text) => ({ text, name: excepted?.name ?? '' })),
    async routeOf(url) {
      const text = named.get(url.protocol);
      if (text === undefined && system === undefined) return { kind: 'direct' };
      if (excepted !== undefined && exceptions.cover(url)) return { kind: 'direct', exceptedBy: excepted.name };
      const route =
        text === undefined && system !== undefined
          ? readAnswer(await system.proxiesFor(url.href), system.name)
          : readRoute(text);
      return route.kind === 'proxy' && !isHeader(proxyAuthorization) ? unreadableHeader : route;
    },
  };
};

const isHeader = (value = ''): boolean => /^[\t -~]*$/.test(value);

/** Never shown, as it is a credential. */
const unreadableHeader: Route = { kind: 'unreadable', source: 'http.proxyAuthorization', text: '' };

const firstFilled = (texts: readonly NamedSetting[]): NamedSetting | undefined =>
  texts.find(({ text }) => text.trim() !== '');

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080, 'socks5h:': 1080 };

const readRoute = (given: NamedSetting | undefined): Route => {
  if (given === undefined) return { kind: 'direct' };
  const text = given.text.trim();
  const proxy = readProxy(text, given.name);
  // may contain a password before the last @
  return proxy ?? { kind: 'unreadable', source: given.name, text: text.slice(text.lastIndexOf('@') + 1) };
};

const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks',
  SOCKS5: 'socks',
};

/** First usable entry, as in VS Code. */
const readAnswer = (answer: string, source: string): Route => {
  let unreadable: Route | undefined;
  for (const entry of answer.split(';').map((each) => each.trim())) {
    const [kind = '', target = ''] = entry.split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return { kind: 'direct' };
    const scheme = schemes[kind.toUpperCase()];
    const route = scheme === undefined ? undefined : readProxy(`${scheme}://${target}`, source);
    if (route !== undefined) return route;
    if (entry !== '') unreadable ??= { kind: 'unreadable', source, text: entry.slice(entry.lastIndexOf('@') + 1) };
  }
  return unreadable ?? { kind: 'direct' };
};

const readProxy = (text: string, source: string): Route | undefined => {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  // as in VS Code, version 5 with DNS by the proxy
  const protocol = url.protocol === 'socks:' ? 'socks5h:' : url.protocol;
  const usualPort = usualPorts[protocol];
  if (usualPort === undefined || url.hostname === '') return undefined;
  return {
    kind: 'proxy',
    proxy: {
      protocol: protocol as ProxyAddress['protocol'],
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || usualPort,
      host: url.host,
      username: decoded(url.username),
      password: decoded(url.password),
      source,
    },
  };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // a literal percent sign
    return text;
  }
};
