import type { ProjectPlan } from '../world/plans.ts';
import { levels } from '../world/records.ts';
import { seedlingIssues } from './issues.ts';
import { authors, people } from './people.ts';
import { samplePipelines } from './pipelines.ts';
import { roleEntry, rule } from './rules.ts';
import { scheduled } from './schedule.ts';

const { maya, deniz, olive } = authors;

/** Private project: guests of its group may see it, but not its code. */
export const seedling: ProjectPlan = {
  id: 102,
  path: 'acme/tools/seedling',
  name: 'Seedling',
  description: 'Waters small plants',
  visibility: 'private',
  createdAt: '2026-04-01T10:00:00.000Z',
  mergeMethod: 'rebase_merge',
  hasMergeTrains: true,
  issues: seedlingIssues,
  rules: [
    rule(
      31,
      'main',
      { push: [roleEntry(levels.maintainer)], merge: [roleEntry(levels.maintainer)] },
      { inherited: true },
    ),
  ],
  commits: scheduled(
    [
      { author: maya, message: 'Water every morning\n', files: { 'water.ts': 'export const litres = 2;\n' } },
      { author: deniz, message: 'Water twice when it is hot\n', edits: { 'water.ts': [['= 2;', '= 4;']] } },
      {
        author: maya,
        message: 'Explain how much\n',
        files: { 'README.md': '# Seedling\n\nFour litres when it is hot.\n' },
      },
      {
        branch: 'dry-summer',
        from: 'main',
        author: deniz,
        message: 'Save water\n',
        edits: { 'water.ts': [['= 4;', '= 3;']] },
      },
    ],
    '2026-04-02T09:00:00Z',
    '2026-07-09T09:00:00Z',
  ),
  aftermath: (history) => ({ pipelines: samplePipelines(history, 3) }),
};

/** Fork of an outside contributor. */
export const fork: ProjectPlan = {
  id: 105,
  path: 'neighbour/orchard',
  name: 'Orchard',
  description: 'What the neighbours change in the orchard',
  visibility: 'public',
  forkedFromId: 101,
  createdAt: '2026-10-05T10:00:00.000Z',
  members: [{ personId: people.neighbour.id, level: levels.owner }],
  commits: [],
};

/** Without commits. */
export const empty: ProjectPlan = {
  id: 103,
  path: 'acme/empty',
  name: 'Empty',
  description: 'Nothing here yet',
  visibility: 'public',
  createdAt: '2026-10-01T10:00:00.000Z',
  commits: [],
};

/** Archived; `acme/old-orchard` redirects here. */
export const archive: ProjectPlan = {
  id: 104,
  path: 'acme/archive',
  name: 'Archive',
  description: 'The orchard as it was in 2025',
  visibility: 'public',
  isArchived: true,
  formerPaths: ['acme/old-orchard'],
  createdAt: '2025-02-01T10:00:00.000Z',
  commits: scheduled(
    [
      { author: olive, message: 'Plant the first trees\n', files: { 'trees.txt': 'cox\nconference\n' } },
      { author: olive, message: 'Plant a plum\n', files: { 'trees.txt': 'cox\nconference\nvictoria\n' } },
    ],
    '2025-02-03T09:00:00Z',
    '2025-03-03T09:00:00Z',
  ),
};
