import type { listTags, Tag } from '../../wire/projects.ts';
import { listTagRefs, type TagRef } from '../git/refs.ts';
import { readCommit } from '../git/repository.ts';
import { openCode, type Handler } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { nameMatcher } from './branches.ts';
import { commitRecord } from './commitRecord.ts';

/** R9. Latest first by default; omits tags that don't point to commits. */
export const handleListTags: Handler<typeof listTags> = async (visit) => {
  const { project, repository } = openCode(visit);
  const given = visit.parameters();
  const all = await listTagRefs(repository);
  const found = given.search === undefined ? all : all.filter(({ name }) => nameMatcher(given.search ?? '')(name));
  const byName = (one: TagRef, other: TagRef): number => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);
  const byDate = (one: TagRef, other: TagRef): number => one.seconds - other.seconds || byName(one, other);
  const sorted = [...found].sort(given.order_by === 'name' ? byName : byDate);
  if (given.sort !== 'asc') sorted.reverse();
  const items = await Promise.all(
    rowsOnPage(given, sorted).map(async ({ name, sha, tag, message }): Promise<Tag> => ({
      name,
      message,
      target: tag,
      commit: commitRecord(visit, project, await readCommit(repository, sha)),
      protected: false,
      created_at: null,
    })),
  );
  return countedPage(given, sorted.length, items);
};
