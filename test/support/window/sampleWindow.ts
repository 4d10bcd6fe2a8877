import { type RunningSandbox, startSandbox } from '../servers/startSandbox.ts';
import type { Launch } from './hostSuite.ts';
import { cloneSample } from '../servers/sampleClone.ts';
import { worldOf } from '../servers/sandboxWorld.ts';

/** `prepare` runs before the window opens; its result is part of the world. */
export const sampleWindow = async (
  prepare?: (sandbox: RunningSandbox, folder: string) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Launch> => {
  const sandbox = await startSandbox({ faults: true });
  const clone = await cloneSample(sandbox);
  const more = await prepare?.(sandbox, clone.folder);
  return {
    folder: clone.folder,
    world: { ...worldOf(sandbox), ...more },
    async dispose() {
      clone.remove();
      await sandbox.close();
    },
  };
};
