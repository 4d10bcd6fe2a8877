import type { NamedText } from '../connectionFacts.ts';
import type { NetworkSettings } from '../transport.ts';
import { type Exceptions, readExceptions } from './exceptions.ts';

/** A proxy that can be connected to. */
export interface ProxyAddress {
  readonly protocol: 'http:' | 'https:' | 'socks5:' | 'socks5h:';
  /** Name or address, without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Host and port as they are shown. */
  readonly host: string;
  /** Decoded; empty where there are none. */
  readonly username: string;
  readonly password: string;
  /** Name of the setting or variable it comes from. */
  readonly source: string;
}

/** The way to a server. */
export type Route =
  | { readonly kind: 'direct'; readonly exceptedBy?: string }
  | { readonly kind: 'proxy'; readonly proxy: ProxyAddress }
  /** What should name the proxy is no address of one; `text` is it without credentials. */
  | { readonly kind: 'unreadable'; readonly source: string; readonly text: string };

/** Which way each server is reached by. */
export interface ProxyChoice {
  /** Rejects where the system does not say which proxy it has. */
  routeOf(url: URL): Promise<Route>;
  /** Entries of the exceptions that cannot be read, each with the name of its setting or variable. */
  readonly unread: readonly NamedText[];
}

/**
 * Chooses proxies as curl, Go and VS Code do: settings before the environment, there the variable of the scheme before
 * `ALL_PROXY` and lower case before upper case. What is empty counts as left out. Where all are, the system is asked.
 */
export const chooseProxies = ({
  proxies,
  noProxy,
  environment,
  proxyAuthorization,
  system,
}: NetworkSettings): ProxyChoice => {
  const variable = (name: string): readonly NamedText[] =>
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

/** Nothing of it is shown: it is a credential. */
const unreadableHeader: Route = { kind: 'unreadable', source: 'http.proxyAuthorization', text: '' };

const firstFilled = (texts: readonly NamedText[]): NamedText | undefined =>
  texts.find(({ text }) => text.trim() !== '');

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080, 'socks5h:': 1080 };

const readRoute = (given: NamedText | undefined): Route => {
  if (given === undefined) return { kind: 'direct' };
  const text = given.text.trim();
  const proxy = readProxy(text, given.name);
  // what stands before the last @ may be a password, whatever is wrong with the rest
  return proxy ?? { kind: 'unreadable', source: given.name, text: text.slice(text.lastIndexOf('@') + 1) };
};

/** Schemes of the proxies in an answer of a PAC file. */
const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks',
  SOCKS5: 'socks',
};

/** The first entry that can be used, as in VS Code; one of them that cannot, where there is no other. */
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
  // as VS Code has it, `socks` is version 5, with names looked up by the proxy
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
    // a percent sign that is one
    return text;
  }
};
