import type { searchCommits } from '../../wire/commits.ts';
import { listCommitHashes } from '../git/history.ts';
import { findCommit, readCommit } from '../git/repository.ts';
import { openProject, requireUser, type Handler } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { canReadCode } from '../world/access.ts';
import { commitDetailRecord } from './commitRecord.ts';

/** Limit of matches by message. */
const limit = 1_000;

/** R14. Case-insensitive, newest first; a commit found by SHA comes last. Empty without permission to read code. */
export const handleSearchCommits: Handler<typeof searchCommits> = async (visit) => {
  requireUser(visit);
  const project = openProject(visit);
  const given = visit.parameters();
  if (!canReadCode(visit.world, visit.person, project)) return countedPage(given, 0, []);
  const repository = visit.world.repository(project);
  const byMessage = await listCommitHashes(repository, {
    revision: given.ref ?? project.defaultBranch,
    all: false,
    message: given.search,
    firstParent: false,
    topological: false,
    skip: 0,
    most: limit,
  });
  const words = given.search.trim();
  const named = /^[0-9a-f]{7,40}$/i.test(words) ? await findCommit(repository, words) : undefined;
  const shas = [...new Set([...byMessage, ...(named ? [named.sha] : [])])];
  const place = { project, repository };
  const items = await Promise.all(
    rowsOnPage(given, shas).map(async (sha) =>
      commitDetailRecord(visit, place, await readCommit(repository, sha), { withStats: false }),
    ),
  );
  return countedPage(given, shas.length, items);
};
