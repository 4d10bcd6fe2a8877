import type { Client } from '../../client/client.ts';
import { eachPage } from '../../client/eachPage.ts';
import { type Commit, listCommits } from '../../wire/commits.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { type Branch, listBranches } from '../../wire/projects.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { type MessageFacts, messageFacts } from '../messageFacts.ts';
import { findCommit } from '../namedRef.ts';
import { readMergeRequestCommits } from '../mergeRequestCommits.ts';
import type { BoardCommit } from './cells.ts';

/** Most commits taken from a range at once: more than anybody picks, and a board stays readable. */
export const mostCommits = 500;
/** Most branches a wildcard may bring. */
export const mostBranches = 500;

/** What of a commit a board needs: its line in a list, or all of it. */
export type ListedCommit = Pick<Commit, 'id' | 'title' | 'author_name' | 'created_at' | 'parent_ids'> &
  Partial<Pick<Commit, 'message'>> & { readonly facts?: MessageFacts | undefined };

/** A commit as boards keep it. */
export const boardCommit = (commit: ListedCommit): BoardCommit => ({
  sha: commit.id,
  title: commit.title,
  author: commit.author_name,
  date: commit.created_at,
  parents: commit.parent_ids?.length ?? 0,
  ...(commit.message === undefined ? commit.facts : messageFacts(commit.message)),
});

/** Commits of a list, and whether there are more than were read. */
export interface ReadCommits {
  /** Oldest first. */
  readonly commits: readonly Commit[];
  readonly more: boolean;
}

/** The commits of a range `a..b`, oldest first (C1, topological). */
export const commitsOfRange = async (
  client: Client,
  project: number,
  range: string,
  signal: AbortSignal,
): Promise<ReadCommits> => {
  const parameters = { id: project, ref_name: range, order: 'topo', per_page: 100 } as const;
  return firstOf(eachPage(client, listCommits, parameters, { signal }), mostCommits);
};

/** A merge request with what can be picked of it. */
export interface MergeRequestSource {
  readonly detail: MergeRequestDetail;
  /** Its own commits, oldest first. */
  readonly own: readonly Commit[];
  /** The merge or squash commits on the target branch, as far as there are any and they can be read. */
  readonly onTarget: readonly Commit[];
}

/** Reads a merge request, its commits and what its merge made of them (MR2, MR10, C3). */
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
  return {
    detail,
    own: [...own].reverse(),
    onTarget: onTarget.filter((commit) => commit !== undefined),
  };
};

/** The branches a wildcard is for, by name (R3), and whether there are more than were read. */
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
    if (branches.length > mostBranches) return { branches: branches.slice(0, mostBranches), more: true };
  }
  return { branches, more: false };
};

/** What the server can be asked for a wildcard: how names begin or end, or what they hold. */
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
    // the newest would be left out of an older half: all of it, or a cut that is said
    if (commits.length > most) return { commits: commits.slice(0, most).reverse(), more: true };
  }
  return { commits: commits.reverse(), more: false };
};
