import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { type RunningSandbox, startSandbox } from '../../support/servers/startSandbox.ts';
import type { Launch } from '../../support/window/hostSuite.ts';
import { cloneSample } from '../../support/servers/sampleClone.ts';
import { worldOf } from '../../support/servers/sandboxWorld.ts';

/** 200 instance roles; the first name has a newline, an icon and a right-to-left override. */
const many = Array.from({ length: 200 }, (_, index) => ({
  id: index + 1,
  groupId: null,
  name: index === 0 ? 'Odd \u202e$(trash)\nname' : `Role ${String(index).padStart(3, '0')}`,
  description: null,
  baseLevel: 10,
  permissions: ['read_code'],
}));

/** The folder's server is like GitLab.com; others lack group roles. */
export const prepare = async (): Promise<Launch> => {
  const version = '18.2.0-ee';
  const main = await startSandbox({ faults: true, edition: { version, gitlabCom: true } });
  const { tokens } = main;
  const others: Record<string, RunningSandbox> = {
    selfManaged: await startSandbox({ tokens, plan: { ...acmePlan, administration: () => ({ memberRoles: many }) } }),
    premium: await startSandbox({ tokens, edition: { version, gitlabCom: true, tier: 'premium' } }),
  };
  const clone = await cloneSample(main);
  return {
    folder: clone.folder,
    world: {
      ...worldOf(main),
      others: Object.fromEntries(Object.entries(others).map(([name, { url }]) => [name, url])),
    },
    async dispose() {
      clone.remove();
      await Promise.all([main, ...Object.values(others)].map((server) => server.close()));
    },
  };
};
