import type { WorldPlan } from '../world/plans.ts';
import { orchard } from './orchard/orchard.ts';
import { groups, people, tokens } from './people.ts';
import { archive, empty, seedling } from './smallProjects.ts';

/** The sample world: two groups, four projects, six people. */
export const acmePlan: WorldPlan = {
  people: Object.values(people),
  tokens,
  groups,
  projects: [orchard, seedling, empty, archive],
};
