import { eachPage } from '../../client/eachPage.ts';
import { type FileChange, readFileChange } from '../../model/fileChange.ts';
import { RecentlyUsed } from '../../client/recentlyUsed.ts';
import { listCommitDiff } from '../../wire/commits.ts';
import { commitKey, type CommitPlace } from './details.ts';

const pageSize = 100;

/** Changed files of commits, cached for good: commits are immutable. */
export class CommitChanges {
  /** Size in characters of diff. */
  readonly #changes = new RecentlyUsed<readonly FileChange[]>(40_000_000);

  /** C7 page by page in the server's order; a cached commit is one page. */
  async *pages(place: CommitPlace, signal: AbortSignal): AsyncGenerator<readonly FileChange[]> {
    const key = commitKey(place);
    const known = this.#changes.get(key);
    if (known) {
      place.client.remembered(listCommitDiff);
      yield known;
      return;
    }
    const all: FileChange[] = [];
    const parameters = { id: place.project, sha: place.sha, per_page: pageSize };
    for await (const page of eachPage(place.client, listCommitDiff, parameters, { signal })) {
      const changes = page.items.map(readFileChange);
      all.push(...changes);
      yield changes;
    }
    this.#changes.set(
      key,
      all,
      all.reduce((sum, change) => sum + change.diff.length + 200, 0),
    );
  }

  async all(place: CommitPlace, signal: AbortSignal): Promise<readonly FileChange[]> {
    const all: FileChange[] = [];
    for await (const page of this.pages(place, signal)) all.push(...page);
    return all;
  }
}
