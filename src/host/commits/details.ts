import * as vscode from '../vscode.ts';
import type { Client } from '../../client/client.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { mayChange } from '../kit/words/pipelineState.ts';
import { LatestAnswers } from '../../model/latestAnswers.ts';
import { createQueue } from '../../model/queue.ts';
import { RecentlyUsed } from '../../client/recentlyUsed.ts';
import { type CommitDetail, type CommitSignature, getCommit, getCommitSignature } from '../../wire/commits.ts';

export interface CommitPlace {
  readonly client: Client;
  readonly account: string;
  readonly project: number;
  /** Default branch of the project. */
  readonly defaultBranch?: string | null | undefined;
  readonly sha: string;
}

/** Details of commits, cached; at most four requests at a time. */
export class CommitDetails implements vscode.Disposable {
  readonly #details = new LatestAnswers<CommitDetail>(2_000);
  readonly #signatures = new RecentlyUsed<CommitSignature | 'unsigned'>(2_000);
  readonly #queue = createQueue(4);
  readonly #changed = new vscode.EventEmitter<string>();

  /** Fires with the {@link commitKey} on the first read and on a change of status. */
  readonly onDidChange = this.#changed.event;

  /** The commit as last read, without a request. */
  known(place: CommitPlace): CommitDetail | undefined {
    return this.#details.known(commitKey(place));
  }

  /** True for a known commit whose pipeline is still running. */
  mayChange(place: CommitPlace): boolean {
    const known = this.known(place);
    return known !== undefined && mayChange(known);
  }

  /** C3, cached; `fresh` sends a request for the current pipeline status. */
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
      const answered = this.#details.start();
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

  /** C14, cached; `unsigned` for a commit without a signature. */
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
      // the text differs between releases; a missing commit is a 404 as well
      const missing = requestErrorFacts(error, 'notFound');
      if (missing && /signature/i.test(missing.serverMessage ?? '')) return 'unsigned';
      throw error;
    }
  }
}

/** Unique across accounts, as project ids are per server. */
export const commitKey = ({ account, project, sha }: Omit<CommitPlace, 'client'>): string =>
  `${account} ${project} ${sha}`;
