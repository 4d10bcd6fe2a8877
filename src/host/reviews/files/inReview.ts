import * as vscode from '../../vscode.ts';
import type { Page } from '../../../client/pages.ts';
import { placeKey, type ReviewDrafts, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import { writtenNotes } from '../../../model/reviews/threads.ts';
import { listEvents } from '../../../wire/events.ts';
import { listMergeRequests, type MergeRequest } from '../../../wire/mergeRequests.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { numbersIn, StoredMergeRequests } from '../view/storedMergeRequests.ts';

/** Limit of own comments to search. */
const latestComments = 100;

/**
 * Merge requests with own drafts or comments. Comments come from the events API; the server can't list all drafts, so
 * places with drafts are stored.
 */
export class InReview implements vscode.Disposable {
  readonly #accounts: Pick<AccountStore, 'get'>;
  readonly #drafted: StoredMergeRequests;
  /** Places with own comments, seen in this session. */
  readonly #commented = new Set<string>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires on the first draft or comment in a merge request, and when its last draft is removed. */
  readonly onDidChange = this.#changed.event;
  readonly #following: vscode.Disposable;

  constructor(accounts: Pick<AccountStore, 'get'>, { globalState }: Pick<vscode.ExtensionContext, 'globalState'>) {
    this.#accounts = accounts;
    this.#drafted = new StoredMergeRequests(globalState, 'graft.reviews.drafted');
    this.#following = this.#drafted.onDidChange(() => this.#changed.fire());
  }

  sawDrafts(place: Omit<ReviewPlace, 'client'>, count: number): Promise<void> {
    return this.#drafted.put(place, count > 0);
  }

  async saw({ place, state: { phase, drafts, discussions } }: ReviewDrafts): Promise<void> {
    const user = this.#accounts.get(place.account)?.userId;
    const isOwn = (author: { readonly id: number } | null | undefined): boolean => author != null && author.id === user;
    const key = placeKey(place);
    const isNew = !this.#commented.has(key);
    if (isNew && discussions.some((each) => writtenNotes(each).some(({ author }) => isOwn(author)))) {
      this.#commented.add(key);
      this.#changed.fire();
    }
    // before the first load an empty list proves nothing
    if (phase === 'ready' || drafts.length > 0) await this.sawDrafts(place, drafts.length);
  }

  /** Open merge requests of other authors. */
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
    const place = { account: account.id, project: project.id };
    for (const { project_id: id, note } of events)
      if (id === project.id && note?.noteable_type === 'MergeRequest' && note.noteable_iid != null)
        this.#commented.add(placeKey({ ...place, iid: note.noteable_iid }));
    const iids = new Set([...this.#drafted.of(place), ...numbersIn(this.#commented, place)]);
    if (iids.size === 0) return { items: [], next: undefined, total: undefined };
    const parameters = { id: project.id, iids: [...iids], page, per_page: 100 };
    const found = await client.send(listMergeRequests, { ...parameters, state: 'opened' }, { signal });
    return { ...found, items: found.items.filter(({ author }) => author?.id !== account.userId) };
  }

  dispose(): void {
    this.#following.dispose();
    this.#drafted.dispose();
    this.#changed.dispose();
  }
}
