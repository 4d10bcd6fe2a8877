import { type Account, instanceName } from './account.ts';

/** A git remote as its repository names it. */
export interface Remote {
  readonly name: string;
  readonly url: string;
}

/** Where a remote leads. */
export interface RemoteAddress {
  readonly protocol: 'http' | 'https' | 'ssh' | 'git';
  /** Host name in lower case; of an ssh remote as it is written, as it may be an alias, which ssh tells apart by case. */
  readonly host: string;
  readonly port: number | undefined;
  /** Path of the project without leading slash and `.git`, percent-decoded. */
  readonly path: string;
}

/** Why a remote leads to no project of an account. No address in it has a name or password. */
export type Missed =
  /** A path on this computer. */
  | { readonly kind: 'local' }
  /** `server`: where to sign in, see `serversOf`. */
  | { readonly kind: 'noAccount'; readonly host: string; readonly server: string | undefined }
  /** `address` has the host of `server`, on which there is an account, and another port. */
  | { readonly kind: 'otherPort'; readonly address: string; readonly server: string }
  /** The server is below a path of its host, and the remote is not. */
  | { readonly kind: 'otherPath'; readonly server: string }
  | { readonly kind: 'noNamespace'; readonly path: string };

/** The reasons to miss a remote, that of the server it is likeliest meant for first. */
const nearest: readonly Missed['kind'][] = ['noNamespace', 'otherPath', 'otherPort', 'noAccount'];

/** The remote of the current branch's upstream, and the host names behind what may be ssh aliases. */
interface MatchOptions {
  readonly upstream: string | undefined;
  readonly hostOf: (alias: string) => string;
}

/** A remote that leads to a project of an account. */
export interface RemoteMatch {
  readonly account: Account;
  readonly remote: string;
  /** Full path of the project, such as `group/project`. */
  readonly project: string;
}

/**
 * Reads what `git remote -v` prints: the addresses git itself uses, after `insteadOf` and `pushInsteadOf`. A remote that
 * is pushed to another address than it is fetched from stands there twice, that of fetching first.
 */
export const readRemoteList = (printed: string): readonly Remote[] => {
  const remotes = printed.split('\n').flatMap((line) => {
    const [name = '', rest = ''] = line.split('\t', 2);
    const [, url = ''] = /^(.*) \((?:fetch|push)\)/.exec(rest) ?? [];
    return name === '' || url === '' ? [] : [{ name, url }];
  });
  return [...new Map(remotes.map((remote) => [`${remote.name}\t${remote.url}`, remote])).values()];
};

/** The host names of ssh remotes that no account's server has: they may be aliases of the ssh configuration. */
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

/**
 * Where the servers of remotes may be, one for each host, likeliest first. That of a web remote is the address of the
 * project: its server may be at the host, or below a path. An ssh remote may mean a server of https.
 */
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

/** The remotes, the likeliest first: the upstream of the current branch, then `origin`, `upstream`, the others as they are. */
const inOrder = (remotes: readonly Remote[], upstream: string | undefined): readonly Remote[] => {
  const order = [upstream, 'origin', 'upstream'];
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return remotes.toSorted((a, b) => rank(a.name) - rank(b.name));
};

const hostAndPort = ({ host, port }: RemoteAddress): string => `${host}${port === undefined ? '' : `:${port}`}`;

/** Reads the URL of a remote: `https://`, `ssh://` and `git@host:path` forms. Undefined for a path on disk. */
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
  // scp form: [user@]host:path; one letter before the colon is a Windows drive, two colons follow a helper's name (ext::)
  const scp = /^(?!\[[^\]]*$)(?:[^@[/\\\s]+@)?(\[[^\]]+\]|[^:@[/\\\s]{2,}):(?!\/\/|:)(.+)$/.exec(text);
  if (scp === null) return undefined;
  const [, host = '', path = ''] = scp;
  // git takes `[user@host:port]:path`, too; what has several colons is an address of IPv6
  const [, inside, port = ''] = /^\[(?:[^@\]]+@)?([^:\]]+)(?::(\d+))?\]$/.exec(host) ?? [];
  return address('ssh', inside ?? host, port, path);
};

/** The URL of a remote by https, http or ssh, for git to connect to. Throws on options, helpers (`ext::`) and paths on disk. */
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

/**
 * The projects a repository's remotes lead to, the likeliest first: the upstream of the current branch, then
 * `origin`, `upstream`, and the others in their order.
 */
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

/** The remotes in the same order, each with the reason why it leads to no project; undefined where it leads to one. */
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
  // ssh paths carry the sub-path of an instance or not, depending on its set-up; web paths always do
  const project = root !== '' && isBelow ? target.path.slice(root.length + 1) : target.path;
  // a project has a namespace; without one the remote leads elsewhere on that host
  return project.includes('/') ? project : { kind: 'noNamespace', path: target.path };
};

/** Some instances take ssh on a host of its own: `ssh.example.com` or `altssh.example.com` for `example.com`. */
const sameHost = (sshHost: string, webHost: string): boolean =>
  [webHost, `ssh.${webHost}`, `altssh.${webHost}`].includes(sshHost.toLowerCase());
