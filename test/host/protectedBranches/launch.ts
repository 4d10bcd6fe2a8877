import { type RunningSandbox, startSandbox } from '../../support/servers/startSandbox.ts';
import type { Launch } from '../../support/window/hostSuite.ts';
import { cloneSample } from '../../support/servers/sampleClone.ts';
import { worldOf } from '../../support/servers/sandboxWorld.ts';

const described = ({ url, tokens }: RunningSandbox): { readonly url: string; readonly token: string } => ({
  url,
  token: tokens.maintainer,
});

/** With the Git extension's prompt for commits on protected branches, and a second server without Premium. */
export const prepare = async (): Promise<Launch> => {
  const sandbox = await startSandbox({ faults: true });
  const free = await startSandbox({ faults: true, edition: { tier: 'free' } });
  const clone = await cloneSample(sandbox);
  return {
    folder: clone.folder,
    world: { ...worldOf(sandbox), free: described(free) },
    async dispose() {
      clone.remove();
      for (const each of [free, sandbox]) await each.close();
    },
  };
};
