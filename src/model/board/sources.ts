import type { Client } from '../../client/client.ts';
import { eachPage } from '../../client/eachPage.ts';
import { type Commit, listCommits } from '../../wire/commits.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { type Branch, listBranches } from '../../wire/projects.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { type MessageFacts, messageFacts } from '../text/messageFacts.ts';
import { findCommit } from '../git/namedRef.ts';
import { readMergeRequestCommits } from '../mergeRequestCommits.ts';
import type { BoardCommit } from './cells.ts';

/** Per range. */
export const maxCommits = 500;
/** Per wildcard. */
export const maxBranches = 500;

export type ListedCommit = Pick<Commit, 'id' | 'title' | 'author_name' | 'created_at' | 'parent_ids'> &
  Partial<Pick<Commit, 'message'>> & { readonly facts?: MessageFacts | undefined };

export const boardCommit = (commit: ListedCommit): BoardCommit => ({
  sha: commit.id,
  title: commit.title,
  author: commit.author_name,
  date: commit.created_at,
  parents: commit.parent_ids?.length ?? 0,
  ...(commit.message === undefined ? commit.facts : messageFacts(commit.message)),
});

export interface ReadCommits {
  /** Oldest first. */
  readonly commits: readonly Commit[];
  readonly more: boolean;
}

/** C1, returned oldest first. */
export const commitsOfRange = async (
  client: Client,
  project: number,
  range: string,
  signal: AbortSignal,
): Promise<ReadCommits> => {
  const parameters = { id: project, ref_name: range, order: 'topo', per_page: 100 } as const;
  return firstOf(eachPage(client, listCommits, parameters, { signal }), maxCommits);
};

export interface MergeRequestSource {
  readonly detail: MergeRequestDetail;
  /** Oldest first. */
  readonly own: readonly Commit[];
  /** Merge and squash commits. */
  readonly onTarget: readonly Commit[];
}

/** MR2, MR12, C3. */
export const readMergeRequestSource = async (
  client: Client,
  project: number,
  iid: number,
  signal: AbortSignal,
): Promise<MergeRequestSource> => {
  const place = { id: project, merge_request_iid: iid };
  const [detail, own] = await Promise.all([
    client.send(getMergeRequest, place, { signal }),
    readMergeRequestCommits({ client, project, iid }, { signal }),
  ]);
  const made = [detail.squash_commit_sha, detail.merge_commit_sha].filter((sha) => typeof sha === 'string');
  const onTarget = await Promise.all(made.map((sha) => findCommit(client, project, sha, signal)));
  return { detail, own: [...own].reverse(), onTarget: onTarget.filter((commit) => commit !== undefined) };
};

/** R3. */
export const branchesMatching = async (
  client: Client,
  project: number,
  pattern: string,
  signal: AbortSignal,
): Promise<{ readonly branches: readonly Branch[]; readonly more: boolean }> => {
  const search = searchFor(pattern);
  const branches: Branch[] = [];
  const parameters = { id: project, per_page: 100, ...(search === undefined ? {} : { search }) };
  for await (const { items } of eachPage(client, listBranches, parameters, { signal })) {
    branches.push(...items.filter(({ name }) => matchesWildcard(pattern, name)));
    if (branches.length > maxBranches) return { branches: branches.slice(0, maxBranches), more: true };
  }
  return { branches, more: false };
};

/** Prefix, suffix or longest part of a wildcard. */
const searchFor = (pattern: string): string | undefined => {
  const [first = '', ...rest] = pattern.split('*');
  if (first !== '') return `^${first}`;
  const last = rest.at(-1) ?? '';
  if (last !== '') return `${last}$`;
  return rest.reduce((one, other) => (other.length > one.length ? other : one), '') || undefined;
};

const firstOf = async (
  pages: AsyncIterable<{ readonly items: readonly Commit[] }>,
  most: number,
): Promise<ReadCommits> => {
  const commits: Commit[] = [];
  for await (const { items } of pages) {
    commits.push(...items);
    // drops the oldest commits, which `more` reports
    if (commits.length > most) return { commits: commits.slice(0, most).reverse(), more: true };
  }
  return { commits: commits.reverse(), more: false };
};
