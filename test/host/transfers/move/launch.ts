import { startSandbox } from '../../../support/servers/startSandbox.ts';
import type { Launch } from '../../../support/window/hostSuite.ts';
import { worldOf } from '../../../support/servers/sandboxWorld.ts';

export const prepare = async (): Promise<Launch> => {
  const source = await startSandbox({ faults: true, jobDelayMs: 0 });
  const target = await startSandbox({ faults: true, jobDelayMs: 0, tokens: source.tokens });
  return {
    world: { ...worldOf(source), other: target.url },
    async dispose() {
      await Promise.all([source.close(), target.close()]);
    },
  };
};
