import { parseArgs } from 'node:util';
import type { Tier } from '../wire/operation.ts';
import { EditionError, editionOf, type Edition } from './edition.ts';
import { usualTimes, type SignInTimes } from './signIn/signIn.ts';
import { importSourceNames, type Allowances, type ImportSourceName } from './transfer/allowances.ts';

export interface Arguments {
  readonly port: number;
  readonly host: string;
  readonly world: string | undefined;
  /** Git repository to copy. */
  readonly repository: string | undefined;
  readonly relativeUrl: string;
  /** By token name. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly faults: boolean;
  readonly edition: Edition;
  readonly rateLimits: boolean;
  /** Requests per minute and user. */
  readonly throttle: number | undefined;
  /** Action Cable. */
  readonly cable: boolean;
  /** Undefined when browser sign-in is off. */
  readonly signIn: SignInTimes | undefined;
  /** Delay before each step of exports and imports. */
  readonly jobDelayMs: number;
  /** Bytes. */
  readonly largestArchive: number;
  readonly allowances: Allowances;
  /** Redirects downloads to another origin. */
  readonly objectStorage: boolean;
  /** Fake GitHub and Bitbucket; without a folder it serves its sample. */
  readonly outside: { readonly folder: string | undefined } | undefined;
  /** Folder served as S3 buckets. */
  readonly buckets: string | undefined;
  readonly json: boolean;
  /** The sandbox ends when its standard input closes. */
  readonly hasParent: boolean;
}

export const usage = `Usage: node sandbox.cjs [options]

Starts a sample server that speaks the GitLab API over real git repositories.

  --port N              port to listen on; 0 takes a free one (default 0)
  --host ADDRESS        address to listen on (default 127.0.0.1)
  --world DIR           keep the sample data in this folder; made when it holds none
                        (default: a temporary folder that is removed at the end)
  --repository DIR      serve a copy of the git repository in this folder as well: branches, tags
                        and history; the repository is only read
  --token NAME=SECRET   the secret of a token, such as that of maintainer; may be repeated
                        (default: another one with every start, told when it starts)
  --relative-url PATH   where the server lives below its host, such as /gitlab
  --faults              allow tests to switch faults on, and to hold exports and imports
  --release VERSION     the release to behave like, such as 15.8.0 or 17.2.1-ee (default 18.7.1-ee);
                        without -ee it is a Community server
  --tier TIER           free, premium or ultimate: what an -ee release is licensed for
                        (default ultimate)
  --gitlab-com          behave like GitLab.com where that differs from other servers
  --rate-limits         limit exports, imports and downloads as real servers do
  --throttle N          answer 429 after so many requests a minute and user
  --no-cable            serve no subscriptions, as where an administrator switched them off
  --browser-sign-in     let anybody sign in with a browser as any user, without a password:
                        OAuth, whose application is named, and the page where tokens are made
  --token-lifetime S    seconds an OAuth access token lives (default 7200)
  --poll-interval S     seconds a device waits between two questions (default 5)
  --job-delay MS        how long exports and imports wait before each of their steps (default 20)
  --largest-archive N   bytes of the largest archive that may be imported; 10g, 500m and 20k
                        are understood (default 10g)
  --import-sources LIST what imports may come from, as an administrator sets it: some of
                        gitlab_project (archives), github, bitbucket_server and bitbucket,
                        separated by commas, or none (default: all)
  --no-project-export   refuse to export projects, as where an administrator switched that off
  --largest-export N    bytes of the largest repository that may be exported with its project
                        (default: any)
  --object-storage      send downloads of archives to another address, as servers with an object
                        storage do
  --outside             start a stand-in for GitHub, Bitbucket Server and Bitbucket Cloud to import
                        from; its address, user name and token are told
  --outside-folder DIR  the same with what service.json and repositories of this folder hold; a
                        folder without them gets the sample
  --buckets DIR         start an S3 storage to import from: the files of this folder, its first
                        level are the buckets; its address and key are told
  --json                print one line of JSON even in a terminal
  --parent              end when standard input is closed
  --help                show this text
`;

/** Invalid command line; the message is for the user. */
export class UsageError extends Error {}

const tiers: readonly Tier[] = ['free', 'premium', 'ultimate'];

const editionFrom = (release: string | undefined, tierName: string | undefined, gitlabCom: boolean): Edition => {
  const tier = tiers.find((candidate) => candidate === tierName);
  if (tierName !== undefined && tier === undefined) {
    throw new UsageError(`--tier needs free, premium or ultimate, not "${tierName}".`);
  }
  try {
    return editionOf({
      gitlabCom,
      ...(release === undefined ? {} : { version: release }),
      ...(tier === undefined ? {} : { tier }),
    });
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
};

const portNumber = (text: string): number => {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port needs a number from 0 to 65535, not "${text}".`);
  return port;
};

const wholeNumber = (option: string, text: string, least: number): number => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least)
    throw new UsageError(`${option} needs a whole number from ${least} up, not "${text}".`);
  return number;
};

const secretsFrom = (given: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    given.map((text) => {
      const [, name, secret] = /^([A-Za-z]+)=(\S+)$/.exec(text) ?? [];
      // doesn't repeat the text, which may be a secret
      if (name === undefined || secret === undefined) throw new UsageError('--token needs NAME=SECRET.');
      return [name, secret];
    }),
  );

const units = new Map([
  ['', 1],
  ['k', 1024],
  ['m', 1024 ** 2],
  ['g', 1024 ** 3],
]);

const byteCount = (option: string, text: string): number => {
  const [, digits = '', unit = ''] = /^(\d+)([kmg]?)$/i.exec(text) ?? [];
  const bytes = Number(digits) * (units.get(unit.toLowerCase()) ?? 0);
  if (digits === '' || bytes < 1 || !Number.isSafeInteger(bytes))
    throw new UsageError(`${option} needs a size such as 20k, 500m or 10g, not "${text}".`);
  return bytes;
};

const sourcesFrom = (list: string | undefined): readonly ImportSourceName[] => {
  if (list === undefined) return importSourceNames;
  if (list === 'none') return [];
  return list.split(',').map((name) => {
    const known = importSourceNames.find((candidate) => candidate === name.trim());
    if (known === undefined)
      throw new UsageError(`--import-sources needs some of ${importSourceNames.join(', ')}, or none, not "${list}".`);
    return known;
  });
};

/** Throws `UsageError`. */
export const parseArguments = (args: readonly string[]): Arguments | 'help' => {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        world: { type: 'string' },
        repository: { type: 'string' },
        token: { type: 'string', multiple: true, default: [] },
        'relative-url': { type: 'string', default: '' },
        faults: { type: 'boolean', default: false },
        release: { type: 'string' },
        tier: { type: 'string' },
        'gitlab-com': { type: 'boolean', default: false },
        'rate-limits': { type: 'boolean', default: false },
        throttle: { type: 'string' },
        'no-cable': { type: 'boolean', default: false },
        'browser-sign-in': { type: 'boolean', default: false },
        'token-lifetime': { type: 'string', default: String(usualTimes.tokenLifetimeS) },
        'poll-interval': { type: 'string', default: String(usualTimes.pollIntervalS) },
        'job-delay': { type: 'string', default: '20' },
        'largest-archive': { type: 'string', default: '10g' },
        'import-sources': { type: 'string' },
        'no-project-export': { type: 'boolean', default: false },
        'largest-export': { type: 'string' },
        'object-storage': { type: 'boolean', default: false },
        outside: { type: 'boolean', default: false },
        'outside-folder': { type: 'string' },
        buckets: { type: 'string' },
        json: { type: 'boolean', default: false },
        parent: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  if (values.help) return 'help';
  if (values.repository !== undefined && values.world !== undefined)
    throw new UsageError('--repository makes sample data of its own. Leave out --world.');
  return {
    port: portNumber(values.port),
    host: values.host,
    world: values.world,
    repository: values.repository,
    tokens: secretsFrom(values.token),
    relativeUrl: values['relative-url'],
    faults: values.faults,
    edition: editionFrom(values.release, values.tier, values['gitlab-com']),
    rateLimits: values['rate-limits'],
    throttle: values.throttle === undefined ? undefined : wholeNumber('--throttle', values.throttle, 1),
    cable: !values['no-cable'],
    signIn: values['browser-sign-in']
      ? {
          tokenLifetimeS: wholeNumber('--token-lifetime', values['token-lifetime'], 1),
          pollIntervalS: wholeNumber('--poll-interval', values['poll-interval'], 1),
        }
      : undefined,
    jobDelayMs: wholeNumber('--job-delay', values['job-delay'], 0),
    largestArchive: byteCount('--largest-archive', values['largest-archive']),
    allowances: {
      importSources: sourcesFrom(values['import-sources']),
      projectExport: !values['no-project-export'],
      largestExport:
        values['largest-export'] === undefined ? 0 : byteCount('--largest-export', values['largest-export']),
    },
    objectStorage: values['object-storage'],
    outside:
      values.outside || values['outside-folder'] !== undefined ? { folder: values['outside-folder'] } : undefined,
    buckets: values.buckets,
    json: values.json,
    hasParent: values.parent,
  };
};
