import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import type { Launch } from '../../support/hostSuite.ts';
import { cloneSample } from '../../support/sampleClone.ts';

/** How many branches the sample project gets besides its own. */
export const manyBranches = 5_000;

/** A window on a clone of the sample project, which has five thousand branches more than the sample. */
export const prepare = async (): Promise<Launch> => {
  const sandbox = await startSandbox({ faults: true });
  const clone = await cloneSample(sandbox);
  await addBranches(sandbox.repository, sandbox.commits.clean);
  return {
    folder: clone.folder,
    world: {
      url: sandbox.url,
      project: sandbox.project,
      repository: sandbox.repository,
      tokens: sandbox.tokens,
      commits: sandbox.commits,
      target: sandbox.branches.target,
      folder: clone.folder,
    },
    async dispose() {
      clone.remove();
      await sandbox.close();
    },
  };
};

const addBranches = async (repository: string, sha: string): Promise<void> => {
  const lines = Array.from({ length: manyBranches }, (_, index) => `create refs/heads/many/${index}-of-them ${sha}\n`);
  const updating = promisify(execFile)('git', ['-C', repository, 'update-ref', '--stdin']);
  updating.child.stdin?.end(lines.join(''));
  await updating;
  await promisify(execFile)('git', ['-C', repository, 'pack-refs', '--all']);
};
