import type { ImportedHistory } from '../../world/plans.ts';
import type { ApprovalRuleState, MergeRequestState } from '../../world/records.ts';
import { people } from '../people.ts';

interface Row {
  readonly iid: number;
  readonly title: string;
  readonly description?: string;
  readonly branch: string;
  readonly target?: string;
  readonly author: { readonly id: number };
  readonly assignee?: { readonly id: number };
  readonly reviewer?: { readonly id: number };
  readonly labels?: readonly string[];
  readonly milestone?: string;
  /** Key of the merge commit. */
  readonly mergedAs?: string;
  /** Key of the commit of a fast-forward merge. */
  readonly landedAs?: string;
  readonly isClosed?: boolean;
  readonly isDraft?: boolean;
  /** Approvers of a single rule. */
  readonly approvers?: readonly { readonly id: number }[];
}

const { owner, maintainer, developer, reporter } = people;

const rows: readonly Row[] = [
  { iid: 1, title: 'Filter varieties by week', branch: 'feature/season-filter', author: developer, mergedAs: 'merge' },
  {
    iid: 2,
    title: 'Ripening tables',
    description: 'Closes #17',
    branch: 'feature/ripening',
    author: maintainer,
    labels: ['data', 'backport-1.0'],
    mergedAs: 'ripeningMerge',
  },
  { iid: 3, title: 'Draw the orchard as a graph', branch: 'experiment/graph-layout', author: reporter, isClosed: true },
  {
    iid: 4,
    title: 'Weigh pallets',
    branch: 'feature/weighing',
    author: developer,
    labels: ['backport-1.1'],
    milestone: 'Harvest 2026',
    mergedAs: 'weighingMerge',
  },
  {
    iid: 5,
    title: 'Forecast the week a fruit is ripe',
    description: 'Says in which week to hire people.\n\n- [ ] Ask the growers in Kent',
    branch: 'feature/ripeness-forecast',
    author: developer,
    assignee: maintainer,
    reviewer: maintainer,
    labels: ['forecast', 'needs review'],
  },
  {
    iid: 6,
    title: 'Draft: Weigh a whole lorry',
    branch: 'feature/#42-bulk-weighing',
    author: developer,
    isDraft: true,
  },
  {
    iid: 7,
    title: 'Count a crate as full at 100%',
    branch: 'fix/100%-full-crates',
    author: reporter,
    assignee: developer,
    reviewer: maintainer,
  },
  {
    iid: 8,
    title: '🍐 Open the pear season',
    branch: 'feature/🍐-pear-season',
    author: owner,
    approvers: [maintainer, developer],
  },
  {
    iid: 9,
    title: 'Translate the greeting into French',
    branch: 'traduction/été',
    target: 'release/1.1',
    author: maintainer,
  },
  {
    iid: 10,
    title: 'Do not weigh crates that were taken away',
    branch: 'fix/pallet-weight',
    author: owner,
    labels: ['backport-1.1', 'backport-2.0'],
    landedAs: 'palletFix',
  },
  {
    iid: 11,
    title: 'Listen on 8080 when PORT is empty',
    branch: 'fix/empty-port',
    author: developer,
    labels: ['backport-1.0', 'backport-1.1'],
    landedAs: 'portFix',
  },
  {
    iid: 12,
    title: 'Say how many crates moved today',
    branch: 'feature/movements',
    author: maintainer,
    labels: ['no-backport'],
    landedAs: 'tip',
  },
  {
    iid: 13,
    title: 'Do not weigh crates that were taken away (release/2.0)',
    description: 'Backport of !10 to `release/2.0`.',
    branch: 'pallets-2',
    target: 'release/2.0',
    author: owner,
  },
];

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

const keepers = (id: number, approvers: readonly { readonly id: number }[]): ApprovalRuleState => ({
  id,
  name: 'Orchard keepers',
  type: 'regular',
  required: 1,
  personIds: approvers.map((each) => each.id),
});

/** Merged, closed and open merge requests. */
export const orchardMergeRequests = (history: ImportedHistory): readonly MergeRequestState[] =>
  rows.map((row) => {
    const byKey = (key: string | undefined) =>
      key === undefined ? undefined : history.commits.find(({ plan }) => plan.key === key);
    const merge = byKey(row.mergedAs);
    const landed = byKey(row.landedAs);
    const own = landed === undefined ? history.commits.filter(({ plan }) => plan.branch === row.branch) : [landed];
    const created = at((own.at(-1)?.seconds ?? 0) + (landed === undefined ? 600 : -600));
    const closed = row.isClosed === true ? at((own.at(-1)?.seconds ?? 0) + 86_400) : null;
    const last = merge ?? landed;
    const merged = last === undefined ? null : at(last.seconds);
    return {
      id: 9000 + row.iid,
      iid: row.iid,
      title: row.title,
      description: row.description ?? '',
      state: last !== undefined ? 'merged' : row.isClosed === true ? 'closed' : 'opened',
      sourceBranch: row.branch,
      targetBranch: row.target ?? 'main',
      authorId: row.author.id,
      assigneeId: row.assignee?.id ?? null,
      reviewerIds: row.reviewer === undefined ? [] : [row.reviewer.id],
      mergedById: last === undefined ? null : maintainer.id,
      labels: row.labels ?? [],
      ...(row.milestone === undefined ? {} : { milestone: row.milestone }),
      isDraft: row.isDraft ?? false,
      ...(row.approvers === undefined ? {} : { approvalRules: [keepers(9000 + row.iid, row.approvers)] }),
      sha: own.at(-1)?.sha ?? '',
      mergeCommitSha: merge?.sha ?? null,
      commits: own.map(({ sha }) => sha).toReversed(),
      createdAt: created,
      updatedAt: merged ?? closed ?? created,
      mergedAt: merged,
      closedAt: closed,
    };
  });
