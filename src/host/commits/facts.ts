import { RecentlyUsed } from '../../client/recentlyUsed.ts';
import { type CommitRef, listCommitMergeRequests, listCommitRefs } from '../../wire/commits.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import { commitKey, type CommitPlace } from './details.ts';

/** A part of a list; `more` when the server has further ones. */
export interface Some<Item> {
  readonly items: readonly Item[];
  readonly more: boolean;
}

/** Which refs are asked for. */
export type RefType = 'all' | 'branch' | 'tag';

const most = 100;
const freshMs = 60_000;

/** Reads where a commit is: the branches and tags that contain it, its merge requests. Remembered for a minute. */
export class CommitFacts {
  readonly #refs = new RecentlyUsed<{ readonly at: number; readonly value: Some<CommitRef> }>(200);
  readonly #mergeRequests = new RecentlyUsed<{ readonly at: number; readonly value: Some<MergeRequest> }>(200);

  /** C4: branches before tags, or those of one kind; a hundred at most. */
  refs(place: CommitPlace, signal: AbortSignal, type: RefType = 'all'): Promise<Some<CommitRef>> {
    return remembered(this.#refs, `${commitKey(place)} ${type}`, async () => {
      const parameters = { id: place.project, sha: place.sha, type, per_page: most };
      const page = await place.client.send(listCommitRefs, parameters, { signal });
      return { items: page.items, more: page.next !== undefined };
    });
  }

  /** C13: a hundred at most. */
  mergeRequests(place: CommitPlace, signal: AbortSignal): Promise<Some<MergeRequest>> {
    return remembered(this.#mergeRequests, commitKey(place), async () => {
      const parameters = { id: place.project, sha: place.sha, per_page: most };
      const page = await place.client.send(listCommitMergeRequests, parameters, { signal });
      return { items: page.items, more: page.next !== undefined };
    });
  }
}

const remembered = async <Value>(
  cache: RecentlyUsed<{ readonly at: number; readonly value: Value }>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> => {
  const known = cache.get(key);
  if (known && Date.now() - known.at < freshMs) return known.value;
  const value = await read();
  cache.set(key, { at: Date.now(), value });
  return value;
};
