import { startSandbox } from '../../support/servers/startSandbox.ts';
import type { Launch } from '../../support/window/hostSuite.ts';
import { startStrangers } from '../strangers.ts';

/** No folder; the sample server, and servers that are not GitLab. */
export const prepare = async (): Promise<Launch> => {
  const sandbox = await startSandbox({ faults: true, signIn: { pollIntervalS: 0.05 } });
  const { close, ...strangers } = await startStrangers(sandbox.url);
  return {
    // a machine's proxy would answer for missing hosts
    env: { HTTPS_PROXY: '', https_proxy: '', HTTP_PROXY: '', http_proxy: '' },
    world: {
      url: sandbox.url,
      project: sandbox.project,
      repository: sandbox.repository,
      tokens: sandbox.tokens,
      commits: sandbox.commits,
      target: sandbox.branches.target,
      application: sandbox.application,
      strangers,
    },
    async dispose() {
      await close();
      await sandbox.close();
    },
  };
};
