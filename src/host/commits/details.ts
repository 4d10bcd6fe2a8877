import type { Client } from '../../client/client.ts';
import { requestFailure } from '../../client/errors.ts';
import { createQueue } from '../../model/queue.ts';
import { RecentlyUsed } from '../../model/recentlyUsed.ts';
import { type CommitDetail, type CommitSignature, getCommit, getCommitSignature } from '../../wire/commits.ts';

/** Where a commit is: the account's client, the project, the hash. */
export interface CommitPlace {
  readonly client: Client;
  readonly account: string;
  readonly project: number;
  readonly sha: string;
}

/** Reads commits one by one, a few at a time, and remembers them; what can still change is asked for again. */
export class CommitDetails {
  readonly #details = new RecentlyUsed<CommitDetail>(2_000);
  readonly #signatures = new RecentlyUsed<CommitSignature | 'unsigned'>(2_000);
  readonly #queue = createQueue(4);

  /** The commit as it was last read, without asking the server. */
  known(place: CommitPlace): CommitDetail | undefined {
    return this.#details.get(keyOf(place));
  }

  /** C3, remembered; `fresh` asks the server even so, for the state of a pipeline that runs. */
  async read(
    place: CommitPlace,
    options: { readonly signal?: AbortSignal; readonly fresh?: boolean },
  ): Promise<CommitDetail> {
    const known = this.known(place);
    if (known && options.fresh !== true) return known;
    return this.#queue(async () => {
      const detail = await place.client.send(
        getCommit,
        { id: place.project, sha: place.sha },
        { signal: options.signal },
      );
      this.#details.set(keyOf({ ...place, sha: detail.id }), detail);
      return detail;
    });
  }

  /** C14, remembered; `unsigned` for a commit without a signature. */
  async signature(
    place: CommitPlace,
    options: { readonly signal?: AbortSignal },
  ): Promise<CommitSignature | 'unsigned'> {
    const known = this.#signatures.get(keyOf(place));
    if (known) return known;
    const signature = await this.#queue(() => this.#readSignature(place, options.signal));
    this.#signatures.set(keyOf(place), signature);
    return signature;
  }

  async #readSignature(place: CommitPlace, signal: AbortSignal | undefined): Promise<CommitSignature | 'unsigned'> {
    try {
      return await place.client.send(getCommitSignature, { id: place.project, sha: place.sha }, { signal });
    } catch (error) {
      // the words differ between releases; that the commit itself can be read tells this 404 from others
      const missing = requestFailure(error, 'notFound');
      if (missing && /signature/i.test(missing.serverMessage ?? '')) return 'unsigned';
      throw error;
    }
  }
}

const keyOf = ({ account, project, sha }: CommitPlace): string => `${account} ${project} ${sha}`;
