import type { CommitPlan, ProjectPlan, TagPlan } from '../../world/plans.ts';
import { levels } from '../../world/records.ts';
import { describedCommits } from '../description.ts';
import { orchardIssues } from '../issues.ts';
import { authors, people } from '../people.ts';
import { samplePipelines } from '../pipelines.ts';
import { deployKeyEntry, groupEntry, roleEntry, rule, userEntry } from '../rules.ts';
import { scheduled } from '../schedule.ts';
import { orchardReview } from './conversations.ts';
import { historyFiles } from './historyFiles.ts';
import { orchardMergeRequests } from './mergeRequests.ts';
import { readPatchSeries } from './patchSeries.ts';
import { signedWork } from './signedWork.ts';

const { none, developer, maintainer } = levels;

const rules = [
  rule(
    21,
    'main',
    { push: [roleEntry(maintainer)], merge: [roleEntry(developer)] },
    { code_owner_approval_required: true },
  ),
  rule(22, 'release/*', { push: [roleEntry(maintainer)], merge: [roleEntry(maintainer)] }),
  rule(23, 'hotfix', { push: [roleEntry(none)], merge: [roleEntry(none)] }),
  rule(
    24,
    'staging/*',
    {
      push: [
        roleEntry(maintainer),
        userEntry(people.developer.id, people.developer.name),
        groupEntry(11, 'Tools'),
        deployKeyEntry(1),
      ],
      merge: [roleEntry(developer), groupEntry(11, 'Tools')],
    },
    { allow_force_push: true },
  ),
];

/** For tests, besides those of the description. */
const otherLandmarks = [
  'root',
  'modeChange',
  'deletion',
  'tooLarge',
  'emoji',
  'revert',
  'portFix',
  'pickedTo10',
  'palletFix',
  'firstTables',
  'pricesByWeek',
  'forecast',
  'signedPgp',
  'signedX509',
] as const;

const series = (name: string): readonly CommitPlan[] =>
  readPatchSeries(String(historyFiles[`${name}.patch`]), historyFiles);

const autumn = series('autumn');
const palletFix = autumn.find(({ key }) => key === 'palletFix');

/** Backport to release 2.0 with an open merge request. */
const palletBackport: CommitPlan = {
  branch: 'pallets-2',
  from: 'release/2.0',
  author: authors.rafael,
  committer: authors.olive,
  message: (hashOf) => `Do not weigh crates that were taken away\n\n(cherry picked from commit ${hashOf('palletFix')})`,
  edits: palletFix?.edits ?? {},
};

/** For the backport queue; after the signed commits, whose parents must not change. */
const later = scheduled([palletBackport, ...series('backports')], '2026-11-20T17:10:00Z', '2026-11-20T17:30:00Z');

const commits = [
  // up to release 1.0
  ...scheduled(series('spring'), '2026-03-02T08:14:05Z', '2026-05-29T15:40:11Z'),
  // up to release 1.1
  ...scheduled(series('summer'), '2026-06-02T07:31:44Z', '2026-08-31T14:02:59Z'),
  // past release 2.0
  ...scheduled(autumn, '2026-09-01T06:55:10Z', '2026-11-13T16:20:37Z'),
  // unmerged branches, some with names that are hard to encode in URLs
  ...scheduled(series('openWork'), '2026-11-14T08:05:00Z', '2026-11-20T15:48:22Z'),
  ...signedWork,
  ...later,
];

/** Annotated release tags and a lightweight one. */
const tags: readonly TagPlan[] = [
  { name: 'v1.0.0', on: 'v1', message: 'Release 1.0\n' },
  { name: 'v1.1.0', on: 'v11', message: 'Release 1.1\n' },
  { name: 'v2.0.0', on: 'v2', message: 'Release 2.0\n' },
  { name: 'before-tables', on: 'emoji' },
];

/** Nine months of an inventory service for fruit growers. */
export const orchard: ProjectPlan = {
  id: 101,
  path: 'acme/orchard',
  name: 'Orchard',
  description: 'What grows where, what has been picked, and what it is worth',
  visibility: 'public',
  createdAt: '2026-03-01T10:00:00.000Z',
  rules,
  issues: orchardIssues,
  commits,
  tags,
  aftermath: (history) => ({
    mergeRequests: orchardMergeRequests(history),
    review: orchardReview(history),
    // commits with recorded signatures have no pipelines
    pipelines: samplePipelines(
      { ...history, commits: history.commits.filter(({ plan }) => !signedWork.includes(plan)) },
      82,
    ),
    landmarks: Object.fromEntries([...describedCommits, ...otherLandmarks].map((key) => [key, history.hashOf(key)])),
  }),
};
