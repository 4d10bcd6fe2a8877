import type { WorldPlan } from '../world/plans.ts';
import { sampleAdministration } from './administration.ts';
import { groups } from './groups.ts';
import { orchard } from './orchard/orchard.ts';
import { people, tokens } from './people.ts';
import { sampleAuthority } from './recordedSignatures.ts';
import { archive, empty, fork, seedling } from './smallProjects.ts';

/** Groups on three levels, five projects, one of them a fork, and users in every role. */
export const acmePlan: WorldPlan = {
  people: Object.values(people),
  tokens,
  groups,
  administration: sampleAdministration,
  authorities: [sampleAuthority],
  projects: [orchard, seedling, empty, archive, fork],
};
