import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../../support/servers/startSandbox.ts';
import type { Launch } from '../../../support/window/hostSuite.ts';
import { cloneSample } from '../../../support/servers/sampleClone.ts';
import { restartable, worldOf } from '../../../support/servers/sandboxWorld.ts';

/** The server can fail, stop and restart. */
export const prepare = async (): Promise<Launch> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'graft-jobs-'));
  const world = path.join(folder, 'world');
  const sandbox = await restartable((again) => startSandbox({ faults: true, world, jobDelayMs: 0, ...again }));
  const clone = await cloneSample(sandbox.first);
  return {
    folder: clone.folder,
    world: { ...worldOf(sandbox.first), control: sandbox.control, files: folder },
    async dispose() {
      clone.remove();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
