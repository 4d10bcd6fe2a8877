import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Instance } from './api.ts';
import { editionOf, type Edition } from './edition.ts';
import { endGitBelow } from './git/command.ts';
import { defaultDiffLimits, type DiffLimits } from './git/diff.ts';
import { serveSockets } from './graphql/sockets.ts';
import { openPort, type Interceptor } from './listening.ts';
import { RateLimits, type Limits } from './rateLimits.ts';
import { createSandbox, takesForm } from './sandbox.ts';
import { describeWorld, type SandboxDescription } from './sample/description.ts';
import { acmePlan } from './sample/acme.ts';
import { application } from './signIn/application.ts';
import { SignIn, type SignInTimes } from './signIn/signIn.ts';
import { gitAddress, serveGit } from './smartHttp.ts';
import { usualAllowances, type Allowances } from './transfer/allowances.ts';
import { JobHolds } from './transfer/jobHolds.ts';
import { startObjectStorage, type ObjectStorage } from './transfer/objectStorage.ts';
import { startTransfers } from './transfer/startTransfers.ts';
import type { JobStep, OutsideServices, Transfers } from './transfer/transfers.ts';
import { createWorld } from './world/build.ts';
import type { WorldPlan } from './world/plans.ts';
import { hasWorld, openWorld, type World } from './world/world.ts';

/** How a sandbox is started. Everything may be left out. */
export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Folder of the world: made when it holds none, used again when it does. A temporary one when left out. */
  readonly world?: string;
  /** Switches the control endpoints on. */
  readonly faults?: boolean;
  /** Where the instance lives below its host, such as `/gitlab`. */
  readonly relativeUrl?: string;
  /** What a new world holds; the sample world when left out. */
  readonly plan?: WorldPlan;
  /** Secrets of tokens by their names; each start makes those that are left out. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly diffLimits?: Partial<DiffLimits>;
  /** Which release, build and licence it behaves like; the newest with everything licensed when left out. */
  readonly edition?: Partial<Edition>;
  /** Rate limits that are on from the start; none when left out. */
  readonly limits?: Limits;
  /** Whether subscriptions are served over `/-/cable`; where an administrator has switched them off it is not there. */
  readonly cable?: boolean;
  /** The clock for new commits and expiring tokens. */
  readonly now?: () => Date;
  /** How long exports and imports wait before each of their steps; 20 when left out. */
  readonly jobDelayMs?: number;
  /** Awaited before each step of an export or import: tests hold jobs here. */
  readonly beforeJobStep?: (step: JobStep) => Promise<void>;
  /** Sends downloads of archives to another origin, as instances with an object storage do. */
  readonly objectStorage?: boolean;
  /** Where imports go that name no address themselves; nowhere when left out. */
  readonly services?: OutsideServices;
  /** Largest archive that may be uploaded or fetched, in bytes; 10 GiB when left out. */
  readonly largestArchive?: number;
  /** What an administrator allows of exports and imports; everything when left out. */
  readonly allowances?: Partial<Allowances>;
  /** Lets anybody sign in with a browser as any user of the world, without a password; not possible when left out. */
  readonly signIn?: Partial<SignInTimes>;
  readonly onError?: (error: unknown) => void;
}

/** A running sandbox. */
export interface RunningSandbox extends SandboxDescription {
  readonly port: number;
  /** Resolves when no export and no import is at work any more. */
  readonly jobsSettled: () => Promise<void>;
  /** Resolves when a subscription that is begun after this call follows its value: every later change is told. */
  readonly nextSubscription: () => Promise<void>;
  /** Ends every process, frees the port, removes a temporary world. Safe to call twice. */
  readonly close: () => Promise<void>;
}

const relativePath = (given: string | undefined): string => {
  const trimmed = (given ?? '').replace(/^\/+|(?<!\/)\/+$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
};

const addressOf = (host: string, port: number, relative: string): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}${relative}`;

/**
 * Starts a sandbox and answers once it serves. Rejects when the port is taken, the world cannot be read or there is no
 * such edition.
 */
export const startSandbox = async (options: SandboxOptions = {}): Promise<RunningSandbox> => {
  const { host = '127.0.0.1', port = 0, now = () => new Date() } = options;
  const edition = editionOf(options.edition);
  const listening = await openPort(port, host);
  const directory =
    options.world === undefined ? await mkdtemp(join(tmpdir(), 'graft-sandbox-')) : resolve(options.world);
  const closing = new AbortController();
  let world: World | undefined;
  let storage: ObjectStorage | undefined;
  let transfers: Transfers | undefined;
  const shutDown = async (): Promise<void> => {
    closing.abort();
    await listening.close();
    await storage?.close();
    endGitBelow(directory);
    await transfers?.settled();
    await world?.close();
    await listening.settled();
    if (options.world === undefined) await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    if (!hasWorld(directory)) await createWorld(directory, options.plan ?? acmePlan, now());
    const opened = await openWorld(directory, options.tokens);
    world = opened;
    const relative = relativePath(options.relativeUrl);
    const url = addressOf(host, listening.port, relative);
    // what is cut off by the end is no error
    const onError = (error: unknown): void => (closing.signal.aborted ? undefined : options.onError?.(error));
    if (options.objectStorage === true) storage = await startObjectStorage(host);
    const largestArchive = options.largestArchive ?? 10 * 1024 ** 3;
    const holds = new JobHolds();
    transfers = await startTransfers({
      world: opened,
      url,
      version: edition.version,
      now,
      closing: closing.signal,
      onError,
      jobDelayMs: options.jobDelayMs ?? 20,
      async beforeJobStep(step) {
        await options.beforeJobStep?.(step);
        await holds.before(step);
      },
      objectStorage: storage,
      services: options.services ?? {},
      largestArchive,
      allowances: { ...usualAllowances, ...options.allowances },
    });
    const jobs = transfers;
    const instance: Instance = {
      world: opened,
      url,
      diffLimits: { ...defaultDiffLimits, ...options.diffLimits },
      edition,
      limits: new RateLimits(now, options.limits),
      now,
      transfers: jobs,
      signIn: options.signIn === undefined ? undefined : new SignIn(opened, now, options.signIn),
      closing: closing.signal,
      onError,
    };
    const handle = createSandbox(instance, {
      relativePath: relative,
      control: options.faults === true ? { jobs: holds } : undefined,
    });
    const interceptGit: Interceptor = (incoming, response) => {
      const target = incoming.url ?? '';
      const address = target.startsWith(`${relative}/`) ? gitAddress(target.slice(relative.length)) : undefined;
      if (address === undefined) return false;
      serveGit(opened, address, incoming, response, onError);
      return true;
    };
    const uploads = { folder: jobs.path('work', 'received'), largestFile: largestArchive };
    listening.serve(handle, interceptGit, { uploads, takesForm: takesForm(instance, relative), onError });
    listening.serveSockets(serveSockets({ ...instance, relativePath: relative, cable: options.cable ?? true }));
    let closed: Promise<void> | undefined;
    return {
      ...describeWorld(opened, url),
      ...(options.signIn === undefined ? {} : { application: application.uid }),
      port: listening.port,
      jobsSettled: () => jobs.settled(),
      nextSubscription: () => opened.nextWatcher(),
      close: () => (closed ??= shutDown()),
    };
  } catch (error) {
    await shutDown();
    throw error;
  }
};
