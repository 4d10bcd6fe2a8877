import * as vscode from '../vscode.ts';
import type { Client } from '../../client/client.ts';
import { requestFailure } from '../../client/errors.ts';
import { mayChange } from '../kit/pipelineState.ts';
import { LatestAnswers } from '../../model/latestAnswers.ts';
import { createQueue } from '../../model/queue.ts';
import { RecentlyUsed } from '../../client/recentlyUsed.ts';
import { type CommitDetail, type CommitSignature, getCommit, getCommitSignature } from '../../wire/commits.ts';

/** Where a commit is: the account's client, the project, the hash. */
export interface CommitPlace {
  readonly client: Client;
  readonly account: string;
  readonly project: number;
  /** Of the project. */
  readonly defaultBranch?: string | null | undefined;
  readonly sha: string;
}

/** Reads commits one by one, a few at a time, and remembers them; what can still change is asked for again. */
export class CommitDetails implements vscode.Disposable {
  readonly #details = new LatestAnswers<CommitDetail>(2_000);
  readonly #signatures = new RecentlyUsed<CommitSignature | 'unsigned'>(2_000);
  readonly #queue = createQueue(4);
  readonly #changed = new vscode.EventEmitter<string>();

  /** Fires with the {@link commitKey} of a commit that was read for the first time, or is in another state now. */
  readonly onDidChange = this.#changed.event;

  /** The commit as it was last read, without asking the server. */
  known(place: CommitPlace): CommitDetail | undefined {
    return this.#details.known(commitKey(place));
  }

  /** Whether the state of a commit that was read may be another one soon. */
  mayChange(place: CommitPlace): boolean {
    const known = this.known(place);
    return known !== undefined && mayChange(known);
  }

  /** C3, remembered; `fresh` asks the server even so, for the state of a pipeline that runs. */
  async read(
    place: CommitPlace,
    options: { readonly signal?: AbortSignal; readonly fresh?: boolean },
  ): Promise<CommitDetail> {
    const known = this.known(place);
    if (known && options.fresh !== true) {
      place.client.remembered(getCommit);
      return known;
    }
    return this.#queue(async () => {
      const answered = this.#details.begin();
      const detail = await place.client.send(
        getCommit,
        { id: place.project, sha: place.sha },
        { signal: options.signal },
      );
      const key = commitKey({ ...place, sha: detail.id });
      const before = this.#details.known(key);
      const now = answered(key, detail);
      if (before === undefined || before.status !== now.status) this.#changed.fire(key);
      return now;
    });
  }

  /** C14, remembered; `unsigned` for a commit without a signature. */
  async signature(
    place: CommitPlace,
    options: { readonly signal?: AbortSignal },
  ): Promise<CommitSignature | 'unsigned'> {
    const known = this.#signatures.get(commitKey(place));
    if (known) {
      place.client.remembered(getCommitSignature);
      return known;
    }
    const signature = await this.#queue(() => this.#readSignature(place, options.signal));
    this.#signatures.set(commitKey(place), signature);
    return signature;
  }

  dispose(): void {
    this.#changed.dispose();
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

/** Names a commit: two servers may hold the same one in projects of the same number. */
export const commitKey = ({ account, project, sha }: Omit<CommitPlace, 'client'>): string =>
  `${account} ${project} ${sha}`;
