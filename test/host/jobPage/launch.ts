import { startSandbox } from '../../support/startSandbox.ts';
import type { Launch } from '../../support/hostSuite.ts';
import { worldOf } from '../../support/sandboxWorld.ts';

/** A window without a folder, with a sample server to sign in to. */
export const prepare = async (): Promise<Launch> => {
  const sandbox = await startSandbox({ faults: true });
  return {
    world: worldOf(sandbox),
    dispose: () => sandbox.close(),
  };
};
