import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { roleEntry, rule } from '../../../src/sandbox/sample/rules.ts';
import { type RunningSandbox, startSandbox } from '../../support/startSandbox.ts';
import type { Launch } from '../../support/hostSuite.ts';
import { cloneSample } from '../../support/sampleClone.ts';
import { worldOf } from '../../support/sandboxWorld.ts';
import { manyRules } from './worlds.ts';

const levels = (): { push: ReturnType<typeof roleEntry>[]; merge: ReturnType<typeof roleEntry>[] } => ({
  push: [roleEntry(40)],
  merge: [roleEntry(30)],
});

/** The sample project with very many rules; `main` is covered by three of them, two of one name. */
const crowdedPlan: typeof acmePlan = {
  ...acmePlan,
  projects: acmePlan.projects.map((project) =>
    project.path === 'acme/orchard'
      ? {
          ...project,
          rules: [
            rule(21, 'main', levels()),
            rule(22, 'main', levels(), { inherited: true }),
            rule(23, 'm*', levels()),
            ...Array.from({ length: manyRules - 3 }, (_, index) =>
              rule(100 + index, index % 2 === 0 ? `area-${index}/*` : `branch-${index}`, levels()),
            ),
          ],
        }
      : project,
  ),
};

const described = ({ url, tokens }: RunningSandbox): { readonly url: string; readonly token: string } => ({
  url,
  token: tokens.maintainer,
});

/**
 * A window on a clone of the sample project, with the git extension that asks before commits on protected branches. In
 * other worlds there are a server without Premium, and a project with very many rules.
 */
export const prepare = async (): Promise<Launch> => {
  const sandbox = await startSandbox({ faults: true });
  const free = await startSandbox({ faults: true, edition: { tier: 'free' } });
  const crowded = await startSandbox({ faults: true, plan: crowdedPlan });
  const clone = await cloneSample(sandbox);
  return {
    folder: clone.folder,
    world: {
      ...worldOf(sandbox),
      free: described(free),
      crowded: described(crowded),
    },
    async dispose() {
      clone.remove();
      for (const each of [crowded, free, sandbox]) await each.close();
    },
  };
};
