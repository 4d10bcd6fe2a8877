import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Instance } from './api.ts';
import { endGitBelow } from './git/command.ts';
import { defaultDiffLimits, type DiffLimits } from './git/diff.ts';
import { openPort } from './listening.ts';
import { createSandbox } from './sandbox.ts';
import { describeWorld, type SandboxDescription } from './sample/description.ts';
import { acmePlan } from './sample/acme.ts';
import { gitAddress, serveGit } from './smartHttp.ts';
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
  readonly diffLimits?: Partial<DiffLimits>;
  /** The clock for new commits and expiring tokens. */
  readonly now?: () => Date;
  readonly onError?: (error: unknown) => void;
}

/** A running sandbox. */
export interface RunningSandbox extends SandboxDescription {
  readonly port: number;
  /** Ends every process, frees the port, removes a temporary world. Safe to call twice. */
  readonly close: () => Promise<void>;
}

const relativePath = (given: string | undefined): string => {
  const trimmed = (given ?? '').replace(/^\/+|\/+$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
};

const addressOf = (host: string, port: number, relative: string): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}${relative}`;

/** Starts a sandbox and answers once it serves. Rejects when the port is taken or the world cannot be read. */
export const startSandbox = async (options: SandboxOptions = {}): Promise<RunningSandbox> => {
  const { host = '127.0.0.1', port = 0 } = options;
  const listening = await openPort(port, host);
  const directory =
    options.world === undefined ? await mkdtemp(join(tmpdir(), 'graft-sandbox-')) : resolve(options.world);
  const closing = new AbortController();
  let world: World | undefined;
  const shutDown = async (): Promise<void> => {
    closing.abort();
    await listening.close();
    await world?.close();
    endGitBelow(directory);
    await listening.settled();
    if (options.world === undefined) await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    if (!hasWorld(directory)) await createWorld(directory, options.plan ?? acmePlan);
    const opened = await openWorld(directory);
    world = opened;
    const relative = relativePath(options.relativeUrl);
    const url = addressOf(host, listening.port, relative);
    const instance: Instance = {
      world: opened,
      url,
      diffLimits: { ...defaultDiffLimits, ...options.diffLimits },
      now: options.now ?? (() => new Date()),
      closing: closing.signal,
      // what is cut off by the end is no error
      onError: (error) => (closing.signal.aborted ? undefined : options.onError?.(error)),
    };
    const handle = createSandbox(instance, { relativePath: relative, withControl: options.faults === true });
    listening.serve(handle, (incoming, response) => {
      const target = incoming.url ?? '';
      const address = target.startsWith(`${relative}/`) ? gitAddress(target.slice(relative.length)) : undefined;
      if (address === undefined) return false;
      serveGit(opened, address, incoming, response);
      return true;
    });
    let closed: Promise<void> | undefined;
    return { ...describeWorld(opened, url), port: listening.port, close: () => (closed ??= shutDown()) };
  } catch (error) {
    await shutDown();
    throw error;
  }
};
