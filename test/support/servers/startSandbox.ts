import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import {
  startSandbox as startNew,
  type RunningSandbox,
  type SandboxOptions,
} from '../../../src/sandbox/startSandbox.ts';
import { createWorld } from '../../../src/sandbox/world/build.ts';
import { homeVariable } from '../paths.ts';

export type { RunningSandbox, SandboxOptions };

/** The sample world is built once for a run and copied. */
export const startSandbox = async (options: SandboxOptions = {}): Promise<RunningSandbox> => {
  const isSample = options.plan === undefined && options.now === undefined;
  const isNew = options.world === undefined || !existsSync(options.world);
  if (!isSample || !isNew) return startNew(options);
  const sample = await (sampleWorld ??= buildSample());
  const world = options.world ?? (await mkdtemp(path.join(tmpdir(), 'graft-sandbox-')));
  cpSync(sample, world, { recursive: true });
  if (options.world !== undefined) return startNew(options);
  const remove = (): Promise<void> => rm(world, { recursive: true, force: true, maxRetries: 3 });
  try {
    const sandbox = await startNew({ ...options, world });
    return { ...sandbox, close: () => sandbox.close().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
};

let sampleWorld: Promise<string> | undefined;

/** Renames at the end, so that concurrent processes never see a partial folder. */
const buildSample = async (): Promise<string> => {
  const home = process.env[homeVariable] ?? (await mkdtemp(path.join(tmpdir(), 'graft-worlds-')));
  const folder = path.join(home, 'worlds', 'sample');
  if (existsSync(folder)) return folder;
  await mkdir(path.dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(path.join(home, 'worlds', 'unfinished-'));
  await createWorld(unfinished, acmePlan);
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // another process finished first
    if (!existsSync(folder)) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
};
