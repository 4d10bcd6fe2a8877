import type { getCommit, listCommitRefs, listCommits } from '../../wire/commits.ts';
import { listCommitHashes, readTrailers } from '../git/history.ts';
import type { CommitObject } from '../git/commitObject.ts';
import { findCommit, isRevision, readCommit, type Repository } from '../git/repository.ts';
import { refsContaining } from '../git/refs.ts';
import { commitStats } from '../git/statistics.ts';
import { ok, openCode, type Handler } from '../handling.ts';
import { pageBounds, rowsOnPage, uncountedPage } from '../pages.ts';
import { notFound, refusal } from '../refusals.ts';
import { commitDetailRecord, commitRecord, statsRecord } from './commitRecord.ts';

/** Finds a commit by SHA, branch or tag; throws 404. */
export const openCommit = async (repository: Repository, revision: string): Promise<CommitObject> => {
  const commit = await findCommit(repository, revision);
  if (commit === undefined) throw notFound('Commit');
  return commit;
};

/** C1. Empty for an unknown ref or a missing default branch. */
export const handleListCommits: Handler<typeof listCommits> = async (visit) => {
  const { project, repository } = openCode(visit);
  const given = visit.parameters();
  const revision = given.ref_name ?? project.defaultBranch;
  if (given.all !== true && !isRevision(revision)) throw refusal(400, 'ref_name is invalid');
  const { offset, perPage } = pageBounds(given);
  const hashes = await listCommitHashes(repository, {
    revision,
    all: given.all === true,
    path: given.path,
    author: given.author,
    since: given.since,
    until: given.until,
    firstParent: given.first_parent === true,
    topological: given.order === 'topo',
    skip: offset,
    most: perPage,
  });
  const commits = await Promise.all(hashes.map((sha) => readCommit(repository, sha)));
  const trailers = given.trailers === true ? await readTrailers(repository, hashes) : undefined;
  const stats = given.with_stats === true ? await commitStats(repository, hashes) : undefined;
  const items = commits.map((commit) => {
    const record = commitRecord(visit, project, commit, trailers?.get(commit.sha));
    const numbers = stats?.get(commit.sha);
    return numbers === undefined ? record : { ...record, stats: statsRecord(numbers) };
  });
  return uncountedPage(given, items);
};

/** C3. */
export const handleGetCommit: Handler<typeof getCommit> = async (visit) => {
  const place = openCode(visit);
  const { sha, stats } = visit.parameters();
  const commit = await openCommit(place.repository, sha);
  return ok(await commitDetailRecord(visit, place, commit, { withStats: stats !== false }));
};

/** C4. Branches before tags, sorted by name, without totals. */
export const handleListCommitRefs: Handler<typeof listCommitRefs> = async (visit) => {
  const { repository } = openCode(visit);
  const given = visit.parameters();
  const commit = await openCommit(repository, given.sha);
  const [branches, tags] = await Promise.all([
    given.type === 'tag' ? [] : refsContaining(repository, 'heads', commit.sha),
    given.type === 'branch' ? [] : refsContaining(repository, 'tags', commit.sha),
  ]);
  const rows = [
    ...branches.map(({ name }) => ({ type: 'branch', name })),
    ...tags.map(({ name }) => ({ type: 'tag', name })),
  ];
  const items = rowsOnPage(given, rows);
  const { offset, perPage } = pageBounds(given);
  return { ...uncountedPage(given, items), hasNext: offset + perPage < rows.length };
};
