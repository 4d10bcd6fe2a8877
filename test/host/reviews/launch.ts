import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import type { Launch } from '../../support/window/hostSuite.ts';
import { cloneSample } from '../../support/servers/sampleClone.ts';

/** With a merge request's branch checked out. */
export const prepare = async (): Promise<Launch> => {
  const sandbox = await startSandbox({ faults: true });
  const clone = await cloneSample(sandbox);
  await promisify(execFile)('git', ['switch', '--quiet', 'feature/ripeness-forecast'], { cwd: clone.folder });
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
