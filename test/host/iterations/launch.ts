import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { sampleAdministration } from '../../../src/sandbox/sample/administration.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import type { Launch } from '../../support/window/hostSuite.ts';
import { cloneSample } from '../../support/servers/sampleClone.ts';
import { worldOf } from '../../support/servers/sandboxWorld.ts';

const week = 7 * 86_400_000;

/** The group `field` has two thousand iterations. */
export const prepare = async (): Promise<Launch> => {
  const sandbox = await startSandbox({
    faults: true,
    plan: {
      ...acmePlan,
      administration: (today) => {
        const sample = sampleAdministration(today);
        const startsOn = new Date(today.getTime() - 2_000 * week).toISOString().slice(0, 10);
        const long = { kind: 'automatic' as const, id: 9, groupId: 12, title: 'Weekly', description: null, startsOn };
        return { ...sample, cadences: [...(sample.cadences ?? []), { ...long, weeks: 1, ahead: 1 }] };
      },
    },
  });
  const clone = await cloneSample(sandbox);
  return {
    folder: clone.folder,
    world: { ...worldOf(sandbox) },
    async dispose() {
      clone.remove();
      await sandbox.close();
    },
  };
};
