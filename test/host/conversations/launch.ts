import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import type { Launch } from '../../support/hostSuite.ts';
import { cloneSample } from '../../support/sampleClone.ts';

/** A window on a clone of the sample project; its server can be told to fail. */
export const prepare = async (): Promise<Launch> => {
  const sandbox = await startSandbox({ faults: true });
  const clone = await cloneSample(sandbox);
  return {
    folder: clone.folder,
    world: {
      url: sandbox.url,
      project: sandbox.project,
      repository: sandbox.repository,
      tokens: sandbox.tokens,
      commits: sandbox.commits,
      target: sandbox.branches.target,
    },
    async dispose() {
      clone.remove();
      await sandbox.close();
    },
  };
};
