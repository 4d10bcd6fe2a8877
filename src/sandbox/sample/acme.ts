import type { WorldPlan } from '../world/plans.ts';
import { sampleAdministration } from './administration.ts';
import { furtherGroups } from './groups.ts';
import { orchard } from './orchard/orchard.ts';
import { groups, people, tokens } from './people.ts';
import { sampleAuthority } from './recordedSignatures.ts';
import { archive, empty, seedling } from './smallProjects.ts';

/** The sample world: groups on three levels, four projects, and people in every role. */
export const acmePlan: WorldPlan = {
  people: Object.values(people),
  tokens,
  groups: [...groups, ...furtherGroups],
  administration: sampleAdministration,
  authorities: [sampleAuthority],
  projects: [orchard, seedling, empty, archive],
};
