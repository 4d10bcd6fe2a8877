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

export interface SandboxOptions {
  /** Default 0: a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Folder of the world, created if missing; default temporary. */
  readonly world?: string;
  /** Enables the control endpoints. */
  readonly faults?: boolean;
  /** Path of the instance, such as `/gitlab`. */
  readonly relativeUrl?: string;
  /** Content of a new world; default the sample. */
  readonly plan?: WorldPlan;
  /** By token name; others are generated at each start. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly diffLimits?: Partial<DiffLimits>;
  /** Default newest release, fully licensed. */
  readonly edition?: Partial<Edition>;
  /** Initial limits; default none. */
  readonly limits?: Limits;
  /** Action Cable at `/-/cable`; default true. */
  readonly cable?: boolean;
  /** For new commits and token expiry. */
  readonly now?: () => Date;
  /** Delay before each step of exports and imports; default 20. */
  readonly jobDelayMs?: number;
  /** Awaited before each step, for tests. */
  readonly beforeJobStep?: (step: JobStep) => Promise<void>;
  /** Redirects downloads to another origin. */
  readonly objectStorage?: boolean;
  /** Default addresses for imports. */
  readonly services?: OutsideServices;
  /** Bytes; default 10 GiB. */
  readonly largestArchive?: number;
  /** Default unrestricted. */
  readonly allowances?: Partial<Allowances>;
  /** Browser sign-in as any user without a password; default off. */
  readonly signIn?: Partial<SignInTimes>;
  readonly onError?: (error: unknown) => void;
}

export interface RunningSandbox extends SandboxDescription {
  readonly port: number;
  /** Resolves when no export or import is running. */
  readonly jobsSettled: () => Promise<void>;
  /** Resolves when the next subscription is active, so that it gets every later change. */
  readonly nextSubscription: () => Promise<void>;
  /** Ends all processes, frees the port, deletes a temporary world. Idempotent. */
  readonly close: () => Promise<void>;
}

const relativePath = (given: string | undefined): string => {
  const trimmed = (given ?? '').replace(/^\/+|(?<!\/)\/+$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
};

const addressOf = (host: string, port: number, relative: string): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}${relative}`;

/** Resolves when the sandbox accepts requests. Rejects for a port in use, an unreadable world or an invalid edition. */
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
    // closing causes errors of its own
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
      serveGit(instance, address, incoming, response);
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
