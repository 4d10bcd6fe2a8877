import { createHash } from 'node:crypto';
import type { DesignEvent, DesignVersionState, IssueState } from '../world/issueRecords.ts';
import { people } from './people.ts';

const { owner, maintainer, developer, reporter, guest } = people;

/** Generated iterations at the creation of the world, when five are closed. */
const current = 3006;
const next = 3007;

const issue = (
  id: number,
  iid: number,
  title: string,
  more: Partial<IssueState> & Pick<IssueState, 'createdAt'>,
): IssueState => ({
  id,
  iid,
  title,
  description: '',
  state: 'opened',
  isConfidential: false,
  authorId: reporter.id,
  assigneeIds: [],
  weight: null,
  updatedAt: more.createdAt,
  designs: [],
  versions: [],
  ...more,
});

const version = (id: number, createdAt: string, events: Readonly<Record<string, DesignEvent>>): DesignVersionState => ({
  id,
  sha: createHash('sha1').update(`designs ${id}`).digest('hex'),
  createdAt,
  events,
});

/** Open, closed and confidential, with and without weight, assignees and designs. */
export const orchardIssues: readonly IssueState[] = [
  issue(901, 1, 'Harvest list shows trees that were felled', {
    description: 'Felled trees stay in the list until the next day.',
    createdAt: '2026-04-14T07:31:09.000Z',
    authorId: guest.id,
    assigneeIds: [developer.id],
    state: 'closed',
    weight: 2,
    iterationId: current,
  }),
  issue(902, 2, 'A map of the rows', {
    description: 'Pickers ask where row 14 is.',
    createdAt: '2026-06-02T12:04:55.000Z',
    assigneeIds: [maintainer.id, developer.id],
    weight: 5,
    iterationId: current,
    designs: [
      { id: 31, filename: 'map-phone.png' },
      { id: 32, filename: 'map-tablet.png' },
      { id: 33, filename: 'map-printed.png' },
    ],
    versions: [
      version(43, '2026-07-20T09:15:00.000Z', { 'map-tablet.png': 'DELETION', 'map-printed.png': 'CREATION' }),
      version(42, '2026-06-18T16:40:00.000Z', { 'map-phone.png': 'MODIFICATION' }),
      version(41, '2026-06-05T10:02:00.000Z', { 'map-phone.png': 'CREATION', 'map-tablet.png': 'CREATION' }),
    ],
  }),
  issue(903, 3, 'Prices of last year can be guessed from the export', {
    createdAt: '2026-08-11T15:20:41.000Z',
    isConfidential: true,
    authorId: owner.id,
    assigneeIds: [maintainer.id],
    iterationId: next,
  }),
  issue(904, 4, 'Weigh crates in ounces', { createdAt: '2026-10-06T06:58:17.000Z', weight: 1, iterationId: current }),
];

export const seedlingIssues: readonly IssueState[] = [
  issue(951, 1, 'Do not water in the rain', { createdAt: '2026-04-09T18:11:30.000Z', authorId: developer.id }),
];
