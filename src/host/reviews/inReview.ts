import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { Page } from '../../client/pages.ts';
import { placeKey, type ReviewDrafts, type ReviewPlace } from '../../model/reviews/drafts.ts';
import { writtenNotes } from '../../model/reviews/threads.ts';
import { listEvents } from '../../wire/events.ts';
import { listMergeRequests, type MergeRequest } from '../../wire/mergeRequests.ts';
import type { AccountStore } from '../shell/accountStore.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { shaped, type Stored, stored } from '../shell/stored.ts';

/** Most merge requests that are remembered for their drafts; those seen longest ago go first. */
const mostRequests = 200;

/** So many of the user's latest comments are looked at. */
const latestComments = 100;

/**
 * The merge requests the user has drafts or comments on. The server tells of comments; it lists drafts by merge request
 * alone, so those that were seen here are remembered.
 */
export class InReview implements vscode.Disposable {
  readonly #accounts: Pick<AccountStore, 'get'>;
  /** Keys of places, those seen last in front. */
  readonly #drafted: Stored<readonly string[]>;
  /** Those with a comment that was seen since the window opened. */
  readonly #commented = new Set<string>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when a merge request has its first draft or comment of the user, or its last draft has gone. */
  readonly onDidChange = this.#changed.event;

  constructor(accounts: Pick<AccountStore, 'get'>, { globalState }: Pick<vscode.ExtensionContext, 'globalState'>) {
    this.#accounts = accounts;
    this.#drafted = stored(globalState, 'graft.reviews.drafted', shaped(v.array(v.string()), []));
  }

  /** Remembers how many drafts a merge request was seen to have. */
  async sawDrafts(place: Omit<ReviewPlace, 'client'>, count: number): Promise<void> {
    const key = placeKey(place);
    const known = this.#drafted.get();
    if (known.includes(key) === count > 0) return;
    const others = known.filter((each) => each !== key);
    await this.#drafted.put((count > 0 ? [key, ...others] : others).slice(0, mostRequests));
    this.#changed.fire();
  }

  /** Remembers what was read of a review. */
  async saw({ place, state: { phase, drafts, discussions } }: ReviewDrafts): Promise<void> {
    const user = this.#accounts.get(place.account)?.userId;
    const hasOwn = discussions.some((each) => writtenNotes(each).some(({ author }) => author?.id === user));
    const key = placeKey(place);
    if (hasOwn && !this.#commented.has(key)) {
      this.#commented.add(key);
      this.#changed.fire();
    }
    // before a first reading, only that there are some is known
    if (phase === 'ready' || drafts.length > 0) await this.sawDrafts(place, drafts.length);
  }

  /** Reads a page of the open ones of a project, without those the user has created. */
  async read(
    { account, client, project }: OpenProject,
    page: number,
    signal: AbortSignal,
  ): Promise<Page<MergeRequest>> {
    const { items: events } = await client.send(
      listEvents,
      { action: 'commented', per_page: latestComments },
      { signal },
    );
    const prefix = placeKey({ account: account.id, project: project.id, iid: 0 }).slice(0, -1);
    const seen = [...this.#drafted.get(), ...this.#commented].filter((key) => key.startsWith(prefix));
    const iids = new Set(seen.map((key) => Number(key.slice(prefix.length))));
    for (const { project_id: id, note } of events)
      if (id === project.id && note?.noteable_type === 'MergeRequest' && note.noteable_iid != null)
        iids.add(note.noteable_iid);
    if (iids.size === 0) return { items: [], next: undefined, total: undefined };
    const parameters = { id: project.id, iids: [...iids], page, per_page: 100 };
    const found = await client.send(listMergeRequests, { ...parameters, state: 'opened' }, { signal });
    return { ...found, items: found.items.filter(({ author }) => author?.id !== account.userId) };
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
