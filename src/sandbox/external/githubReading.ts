import * as v from 'valibot';
import { sha } from '../../wire/records.ts';
import { ask, askAll, OutsideError, type Asking } from './asking.ts';
import type { OutsideComment, OutsideIssue, OutsidePull, OutsideProject } from './assembling.ts';

/** Appends `/api/v3` unless present; GitLab 16.5 to 17.1 uses the address as given. */
export const githubApi = (address: string, server: 'addsPath' | 'takesAsItIs' = 'addsPath'): string => {
  const plain = address.replace(/(?<!\/)\/+$/, '');
  if (server === 'takesAsItIs') return plain;
  return plain.endsWith('/api/v3') ? plain : `${plain}/api/v3`;
};

const user = v.nullish(v.object({ login: v.string() }));
const text = v.optional(
  v.pipe(
    v.nullable(v.string()),
    v.transform((given) => given ?? ''),
  ),
  '',
);
const maybeText = v.optional(v.nullable(v.string()), null);

/** GitHub's repository record. */
export const githubRepository = v.object({
  id: v.number(),
  name: v.string(),
  full_name: v.string(),
  private: v.boolean(),
  description: text,
  default_branch: v.string(),
  clone_url: v.string(),
});

export type GithubRepository = v.InferOutput<typeof githubRepository>;

const label = v.object({ name: v.string(), color: v.string(), description: maybeText });
const milestone = v.object({
  number: v.number(),
  title: v.string(),
  description: text,
  state: v.string(),
  due_on: maybeText,
});
const end = v.object({ ref: v.string(), sha });

const pull = v.object({
  number: v.number(),
  title: v.string(),
  body: text,
  state: v.string(),
  draft: v.optional(v.boolean(), false),
  user,
  head: end,
  base: end,
  labels: v.optional(v.array(v.object({ name: v.string() })), []),
  created_at: v.string(),
  updated_at: v.string(),
  closed_at: maybeText,
  merged_at: maybeText,
  merge_commit_sha: v.optional(v.nullable(sha), null),
});

const issue = v.object({
  number: v.number(),
  title: v.string(),
  body: text,
  state: v.string(),
  user,
  assignees: v.optional(v.array(v.nullable(v.object({ login: v.string() }))), []),
  created_at: v.string(),
  updated_at: v.string(),
  pull_request: v.optional(v.unknown()),
});

const comment = v.object({
  user,
  body: text,
  created_at: v.optional(v.string()),
  submitted_at: v.optional(v.string()),
  issue_url: v.optional(v.string()),
  pull_request_url: v.optional(v.string()),
  path: v.optional(v.string()),
  line: v.nullish(v.number()),
  side: v.optional(v.string()),
});

const read = <T>(schema: v.GenericSchema<unknown, T>, value: unknown, what: string): T => {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new OutsideError(`GitHub answered no ${what} that can be read.`);
};

const ghost = 'ghost';

const commentOf = (found: v.InferOutput<typeof comment>): OutsideComment => ({
  author: found.user?.login ?? ghost,
  body: found.body,
  at: found.created_at ?? found.submitted_at ?? '',
  ...(found.path === undefined
    ? {}
    : { place: { path: found.path, line: found.line ?? 1, isNew: found.side !== 'LEFT' } }),
});

const belongsTo =
  (number: number) =>
  (found: v.InferOutput<typeof comment>): boolean =>
    Number(/(?<!\d)\d+$/.exec(found.issue_url ?? found.pull_request_url ?? '')?.[0]) === number;

/** Throws `OutsideError`. */
export const readGithubRepository = async (asking: Asking, id: number): Promise<GithubRepository> =>
  read(githubRepository, await ask(asking, `/repositories/${id}`), 'repository');

/** `fetched` counts the objects of each kind. */
export interface GithubContent {
  readonly project: OutsideProject;
  readonly fetched: Readonly<Record<string, number>>;
}

/** Reads everything but the Git repository. Throws `OutsideError`. */
export const readGithub = async (asking: Asking, repository: GithubRepository): Promise<GithubContent> => {
  const place = `/repos/${repository.full_name}`;
  const list = async <T>(path: string, schema: v.GenericSchema<unknown, T>, what: string): Promise<readonly T[]> =>
    (await askAll(asking, place + path)).map((row) => read(schema, row, what));
  const labels = await list('/labels', label, 'label');
  const milestones = await list('/milestones?state=all', milestone, 'milestone');
  const pulls = await list('/pulls?state=all', pull, 'pull request');
  // GitHub's issue list includes pull requests
  const issues = (await list('/issues?state=all', issue, 'issue')).filter(({ pull_request: isPull }) => !isPull);
  const plain = await list('/issues/comments', comment, 'comment');
  const onLines = await list('/pulls/comments', comment, 'comment');
  const found: OutsidePull[] = [];
  let reviewCount = 0;
  let mergedByCount = 0;
  for (const row of pulls) {
    const reviews = await list(`/pulls/${row.number}/reviews`, comment, 'review');
    const isMerged = row.merged_at !== null;
    const detail = isMerged ? await ask(asking, `${place}/pulls/${row.number}`) : undefined;
    const mergedBy = isMerged ? read(v.object({ merged_by: user }), detail, 'pull request').merged_by : undefined;
    reviewCount += reviews.length;
    if (isMerged) mergedByCount += 1;
    const mine = belongsTo(row.number);
    found.push({
      iid: row.number,
      title: row.title,
      description: row.body,
      state: isMerged ? 'merged' : row.state === 'open' ? 'opened' : 'closed',
      isDraft: row.draft,
      author: row.user?.login ?? ghost,
      sourceBranch: row.head.ref,
      targetBranch: row.base.ref,
      headSha: row.head.sha,
      baseSha: row.base.sha,
      mergeCommitSha: isMerged ? row.merge_commit_sha : null,
      mergedBy: mergedBy?.login ?? null,
      labels: row.labels.map(({ name }) => name),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      closedAt: row.merged_at ?? row.closed_at,
      comments: [...plain.filter(mine), ...onLines.filter(mine), ...reviews].map(commentOf),
    });
  }
  const project: OutsideProject = {
    description: repository.description,
    isPrivate: repository.private,
    defaultBranch: repository.default_branch,
    labels: labels.map(({ name, color, description }) => ({ title: name, color: `#${color}`, description })),
    milestones: milestones.map(({ number, title, description, state, due_on: due }) => ({
      iid: number,
      title,
      description,
      state: state === 'open' ? 'active' : 'closed',
      startDate: null,
      dueDate: due?.slice(0, 10) ?? null,
    })),
    pulls: found,
    issues: issues.map((row): OutsideIssue => ({
      iid: row.number,
      title: row.title,
      description: row.body,
      state: row.state === 'open' ? 'opened' : 'closed',
      author: row.user?.login ?? ghost,
      assignees: row.assignees.flatMap((person) => person?.login ?? []),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      comments: plain.filter(belongsTo(row.number)).map(commentOf),
    })),
  };
  const fetched = {
    diff_note: onLines.length,
    issue: issues.length,
    label: labels.length,
    milestone: milestones.length,
    note: plain.length,
    pull_request: pulls.length,
    pull_request_merged_by: mergedByCount,
    pull_request_review: reviewCount,
  };
  return { project, fetched };
};
