import { type Account, instanceName } from '../account.ts';

export interface Remote {
  readonly name: string;
  readonly url: string;
}

export interface RemoteAddress {
  readonly protocol: 'http' | 'https' | 'ssh' | 'git';
  /** Lower case; ssh aliases as written, as they are case-sensitive. */
  readonly host: string;
  readonly port: number | undefined;
  /** Without leading slash and `.git`, decoded. */
  readonly path: string;
}

/** Without credentials in addresses. */
export type Missed =
  | { readonly kind: 'local' }
  /** `server`: see `serversOf`. */
  | { readonly kind: 'noAccount'; readonly host: string; readonly server: string | undefined }
  /** Same host as an account's `server`. */
  | { readonly kind: 'otherPort'; readonly address: string; readonly server: string }
  /** The account's server has a relative URL root. */
  | { readonly kind: 'otherPath'; readonly server: string }
  | { readonly kind: 'noNamespace'; readonly path: string };

/** Most specific first. */
const nearest: readonly Missed['kind'][] = ['noNamespace', 'otherPath', 'otherPort', 'noAccount'];

interface MatchOptions {
  readonly upstream: string | undefined;
  readonly hostOf: (alias: string) => string;
}

export interface RemoteMatch {
  readonly account: Account;
  readonly remote: string;
  /** Such as `group/project`. */
  readonly project: string;
}

/** `git remote -v`, which applies `insteadOf` and `pushInsteadOf`. A separate push URL follows the fetch URL. */
export const readRemoteList = (printed: string): readonly Remote[] => {
  const remotes = printed.split('\n').flatMap((line) => {
    const [name = '', rest = ''] = line.split('\t', 2);
    const [, url = ''] = /^(.*) \((?:fetch|push)\)/.exec(rest) ?? [];
    return name === '' || url === '' ? [] : [{ name, url }];
  });
  return [...new Map(remotes.map((remote) => [`${remote.name}\t${remote.url}`, remote])).values()];
};

/** ssh hosts without an account. */
export const possibleAliases = (
  remotes: readonly Remote[],
  accounts: readonly Pick<Account, 'baseUrl'>[],
): string[] => {
  const hosts = accounts.map(({ baseUrl }) => new URL(baseUrl).hostname);
  const names = remotes.flatMap(({ url }) => {
    const target = readRemoteUrl(url);
    return target?.protocol === 'ssh' && !hosts.some((host) => sameHost(target.host, host)) ? [target.host] : [];
  });
  return [...new Set(names)];
};

/** One per host, likeliest first: project URLs for web remotes, as the root is unknown; https for ssh. */
export const serversOf = (remotes: readonly Remote[], { upstream, hostOf }: MatchOptions): readonly string[] => {
  const addresses = inOrder(remotes, upstream).flatMap(({ url }) => {
    const target = readRemoteUrl(url);
    return (target && serverOf(target, hostOf)) ?? [];
  });
  const byHost = Map.groupBy(
    addresses.filter((address) => URL.canParse(address)),
    (address) => new URL(address).host,
  );
  return [...byHost.values()].flatMap(([first]) => first ?? []);
};

const serverOf = (target: RemoteAddress, hostOf: (alias: string) => string): string | undefined => {
  const { protocol, host, path } = target;
  if (protocol === 'git') return undefined;
  if (protocol !== 'ssh') return `${protocol}://${hostAndPort(target)}/${path}`;
  return `https://${hostOf(host)
    .toLowerCase()
    .replace(/^(?:alt)?ssh\./, '')}`;
};

/** Upstream of the current branch, `origin`, `upstream`, others. */
const inOrder = (remotes: readonly Remote[], upstream: string | undefined): readonly Remote[] => {
  const order = [upstream, 'origin', 'upstream'];
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return remotes.toSorted((a, b) => rank(a.name) - rank(b.name));
};

const hostAndPort = ({ host, port }: RemoteAddress): string => `${host}${port === undefined ? '' : `:${port}`}`;

/** `https://`, `ssh://` and `git@host:path`. Undefined for a local path. */
export const readRemoteUrl = (url: string): RemoteAddress | undefined => {
  const text = url.trim();
  const scheme = /^(https?|ssh|git|git\+ssh|ssh\+git):\/\//i.exec(text);
  if (scheme) {
    if (!URL.canParse(text)) return undefined;
    const parsed = new URL(text);
    const name = (scheme[1] ?? '').toLowerCase();
    const protocol = name.includes('ssh') ? 'ssh' : (name as 'http' | 'https' | 'git');
    return address(protocol, parsed.hostname, parsed.port, parsed.pathname);
  }
  // scp form: [user@]host:path; one letter is a Windows drive, two colons a remote helper (ext::)
  const scp = /^(?!\[[^\]]*$)(?:[^@[/\\\s]+@)?(\[[^\]]+\]|[^:@[/\\\s]{2,}):(?!\/\/|:)(.+)$/.exec(text);
  if (scp === null) return undefined;
  const [, host = '', path = ''] = scp;
  // git also accepts `[user@host:port]:path`; several colons mean IPv6
  const [, inside, port = ''] = /^\[(?:[^@\]]+@)?([^:\]]+)(?::(\d+))?\]$/.exec(host) ?? [];
  return address('ssh', inside ?? host, port, path);
};

/** Throws on options, helpers (`ext::`) and local paths. */
export const checkedRemoteUrl = (url: string): string => {
  const { protocol } = readRemoteUrl(url) ?? {};
  if (protocol === undefined || protocol === 'git' || /^-|(?:\/\/|@)-|[\0- ]/.test(url))
    throw new Error(`git was not run: ${JSON.stringify(url.slice(0, 200))} is no URL of a remote.`);
  return url;
};

const address = (
  protocol: RemoteAddress['protocol'],
  host: string,
  port: string,
  rawPath: string,
): RemoteAddress | undefined => {
  const path = decoded(rawPath)
    .replace(/^[/~]+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/i, '');
  return host === '' || path === ''
    ? undefined
    : {
        protocol,
        host: protocol === 'ssh' ? host : host.toLowerCase(),
        port: port === '' ? undefined : Number(port),
        path,
      };
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Ordered like {@link inOrder}. */
export const matchRemotes = (
  remotes: readonly Remote[],
  accounts: readonly Account[],
  { upstream, hostOf }: MatchOptions,
): readonly RemoteMatch[] =>
  inOrder(remotes, upstream).flatMap((remote) => {
    const target = readRemoteUrl(remote.url);
    if (target === undefined) return [];
    return accounts.flatMap((account) => {
      const project = projectOn(account, target, hostOf);
      return typeof project === 'string' ? [{ account, remote: remote.name, project }] : [];
    });
  });

/** Undefined `missed` for matching remotes. */
export const missedRemotes = (
  remotes: readonly Remote[],
  accounts: readonly Account[],
  { upstream, hostOf }: MatchOptions,
): readonly { readonly name: string; readonly missed: Missed | undefined }[] =>
  inOrder(remotes, upstream).map(({ name, url }) => {
    const target = readRemoteUrl(url);
    if (target === undefined) return { name, missed: { kind: 'local' } };
    const found = accounts.map((account) => projectOn(account, target, hostOf));
    if (found.some((each) => typeof each === 'string')) return { name, missed: undefined };
    const reasons = found.filter((each) => typeof each !== 'string');
    const kind = nearest.find((each) => reasons.some((reason) => reason.kind === each));
    return { name, missed: reasons.find((reason) => reason.kind === kind) };
  });

const projectOn = (account: Account, target: RemoteAddress, hostOf: (alias: string) => string): string | Missed => {
  const base = new URL(account.baseUrl);
  const isWeb = target.protocol === 'http' || target.protocol === 'https';
  const host = target.protocol === 'ssh' ? hostOf(target.host) : target.host;
  if (isWeb ? host !== base.hostname : !sameHost(host, base.hostname))
    return { kind: 'noAccount', host: isWeb ? hostAndPort(target) : host, server: serverOf(target, hostOf) };
  const port = (protocol: string, given: string): string => given || (protocol.startsWith('https') ? '443' : '80');
  if (isWeb && port(target.protocol, String(target.port ?? '')) !== port(base.protocol, base.port))
    return { kind: 'otherPort', address: `${target.protocol}://${hostAndPort(target)}`, server: base.origin };
  const root = base.pathname.replace(/^\/|\/$/g, '');
  const isBelow = root === '' || target.path.startsWith(`${root}/`);
  if (isWeb && !isBelow) return { kind: 'otherPath', server: instanceName(account.baseUrl) };
  // ssh paths may omit the relative URL root
  const project = root !== '' && isBelow ? target.path.slice(root.length + 1) : target.path;
  return project.includes('/') ? project : { kind: 'noNamespace', path: target.path };
};

/** Some instances use `ssh.example.com` or `altssh.example.com` for ssh. */
const sameHost = (sshHost: string, webHost: string): boolean =>
  [webHost, `ssh.${webHost}`, `altssh.${webHost}`].includes(sshHost.toLowerCase());
