import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import type { Launch } from '../../support/hostSuite.ts';

/** A window without a folder, with a sample server to sign in to. */
export const prepare = async (): Promise<Launch> => {
  const sandbox = await startSandbox({ faults: true });
  return {
    world: {
      url: sandbox.url,
      project: sandbox.project,
      repository: sandbox.repository,
      tokens: sandbox.tokens,
      commits: sandbox.commits,
      target: sandbox.branches.target,
    },
    dispose: () => sandbox.close(),
  };
};
