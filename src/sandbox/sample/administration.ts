import type {
  Administration,
  AutomaticCadence,
  IterationState,
  ManualCadence,
} from '../world/administrationRecords.ts';
import { dateOf } from '../world/iterations.ts';
import { levels } from '../world/records.ts';
import { people } from './people.ts';

const day = 86_400_000;

/** Two-week iteration that starts `from` days after `today`. */
const fortnight = (
  today: Date,
  { id, sequence, from }: { readonly id: number; readonly sequence: number; readonly from: number },
  title: string,
  description: string | null,
): IterationState => {
  const start = today.getTime() + from * day;
  return {
    id,
    iid: sequence,
    sequence,
    title,
    description,
    startDate: dateOf(start),
    dueDate: dateOf(start + 13 * day),
    createdAt: new Date(today.getTime() - 40 * day).toISOString(),
    updatedAt: new Date(Math.min(today.getTime() - day, start)).toISOString(),
  };
};

const automatic = (today: Date): AutomaticCadence => ({
  kind: 'automatic',
  id: 3,
  groupId: 10,
  title: 'Every fortnight',
  description: 'Goes on by itself',
  // five iterations are closed, the sixth started three days ago
  startsOn: dateOf(today.getTime() - (5 * 14 + 3) * day),
  weeks: 2,
  ahead: 2,
});

const manual = (today: Date): ManualCadence => ({
  kind: 'manual',
  id: 4,
  groupId: 11,
  title: 'Tool shed',
  description: null,
  iterations: [
    fortnight(today, { id: 41, sequence: 1, from: -35 }, 'Sharpen the saws', 'All of them'),
    fortnight(today, { id: 42, sequence: 2, from: -7 }, 'Oil the hinges', null),
    fortnight(today, { id: 43, sequence: 3, from: 7 }, 'Paint the barrows', null),
  ],
});

/** Dated relative to the creation of the world. */
export const sampleAdministration = (today: Date): Administration => ({
  deployKeys: [
    { id: 1, title: 'Deploy key', personId: people.maintainer.id, projectIds: [101] },
    { id: 2, title: 'Release robot', personId: people.maintainer.id, projectIds: [101] },
    { id: 3, title: 'Seedling robot', personId: people.owner.id, projectIds: [102] },
  ],
  memberRoles: [
    {
      id: 1,
      groupId: 10,
      name: 'Guest who reads code',
      description: null,
      baseLevel: levels.guest,
      permissions: ['read_code'],
    },
    {
      id: 2,
      groupId: null,
      name: 'Auditor',
      description: 'Sees what is known to be wrong',
      baseLevel: levels.reporter,
      permissions: ['read_vulnerability', 'read_dependency'],
    },
    {
      id: 3,
      groupId: null,
      name: 'Release manager',
      description: null,
      baseLevel: levels.developer,
      permissions: ['admin_merge_request'],
    },
  ],
  cadences: [automatic(today), manual(today)],
});
