import { RecentlyUsed } from '../../../client/recentlyUsed.ts';
import { type CommitFilter, filterParameters } from '../../../model/commits/commitFilter.ts';
import { type Commit, listCommits } from '../../../wire/commits.ts';
import { commitKey, type CommitPlace } from '../details.ts';

/** About one screen: the server computes statistics for each commit. */
const perPage = 20;

/** Commits as listed: with statistics, without pipelines. Reads a page from the requested commit on. */
export class ListedCommits {
  readonly #known = new RecentlyUsed<Commit>(500);

  /** C1 with the list's filter; undefined if the list lacks the commit. */
  async read(place: CommitPlace, filter: CommitFilter, signal: AbortSignal): Promise<Commit | undefined> {
    const known = this.#known.get(commitKey(place));
    if (known) return known;
    const { path, author, first_parent } = filterParameters(filter);
    const below = { path, author, first_parent, ref_name: place.sha };
    const parameters = { id: place.project, ...below, with_stats: true, per_page: perPage };
    const { items } = await place.client.send(listCommits, parameters, { signal });
    for (const commit of items) this.#known.set(commitKey({ ...place, sha: commit.id }), commit);
    return items.find(({ id }) => id === place.sha);
  }
}
