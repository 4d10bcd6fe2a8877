import { RecentlyUsed } from '../../../client/recentlyUsed.ts';
import { type CommitRef, listCommitMergeRequests, listCommitRefs } from '../../../wire/commits.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import type { Operation } from '../../../wire/operation.ts';
import { commitKey, type CommitPlace } from '../details.ts';

/** First page of a list; `more` when the server has further items. */
export interface Some<Item> {
  readonly items: readonly Item[];
  readonly more: boolean;
}

export type RefType = 'all' | 'branch' | 'tag';

const limit = 100;
const freshMs = 60_000;

/** Refs and merge requests that contain a commit, cached for a minute. */
export class CommitFacts {
  readonly #refs = new RecentlyUsed<{ readonly at: number; readonly value: Some<CommitRef> }>(200);
  readonly #mergeRequests = new RecentlyUsed<{ readonly at: number; readonly value: Some<MergeRequest> }>(200);

  /** C4: branches before tags; at most 100. */
  refs(place: CommitPlace, signal: AbortSignal, type: RefType = 'all'): Promise<Some<CommitRef>> {
    const memory = { cache: this.#refs, key: `${commitKey(place)} ${type}`, operation: listCommitRefs };
    return remembered(memory, place, async () => {
      const parameters = { id: place.project, sha: place.sha, type, per_page: limit };
      const page = await place.client.send(listCommitRefs, parameters, { signal });
      return { items: page.items, more: page.next !== undefined };
    });
  }

  /** C13: at most 100. */
  mergeRequests(place: CommitPlace, signal: AbortSignal): Promise<Some<MergeRequest>> {
    const memory = { cache: this.#mergeRequests, key: commitKey(place), operation: listCommitMergeRequests };
    return remembered(memory, place, async () => {
      const parameters = { id: place.project, sha: place.sha, per_page: limit };
      const page = await place.client.send(listCommitMergeRequests, parameters, { signal });
      return { items: page.items, more: page.next !== undefined };
    });
  }
}

const remembered = async <Value>(
  {
    cache,
    key,
    operation,
  }: {
    readonly cache: RecentlyUsed<{ readonly at: number; readonly value: Value }>;
    readonly key: string;
    readonly operation: Operation;
  },
  { client }: CommitPlace,
  read: () => Promise<Value>,
): Promise<Value> => {
  const known = cache.get(key);
  if (known && Date.now() - known.at < freshMs) {
    client.remembered(operation);
    return known.value;
  }
  const value = await read();
  cache.set(key, { at: Date.now(), value });
  return value;
};
