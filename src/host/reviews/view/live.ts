import * as vscode from '../../vscode.ts';
import { LatestAnswers } from '../../../model/latestAnswers.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { ReviewStores } from '../../../model/reviews/reviewStores.ts';
import { followMergeRequest, subscriptionsOfMergeRequest } from '../../../model/reviews/mergeRequestSubscriptions.ts';
import { getMergeRequest } from '../../../wire/mergeRequestReview.ts';
import { isCancelled } from '../../../client/errors.ts';
import { AfterRows, type RowsFirst } from '../../kit/idleWork.ts';
import { PollingPace } from '../../kit/pollingPace.ts';
import { type Liveness, ServerChanges } from '../../kit/serverChanges.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { AccountSubscriptions } from '../../shell/accountSubscriptions.ts';
import type { Log } from '../../shell/log.ts';

const pace = { soonestMs: 20_000, latestMs: 160_000 };

/** Servers limit subscriptions per connection; iterations need some, too. */
const maxSubscriptions = 40;

interface LiveState {
  /** Global id, not the iid. */
  readonly id: number;
  readonly state: string;
  readonly head: string | undefined;
  /** Pipeline status of the head; null without one. */
  readonly pipeline: string | null;
  /** Id of the user who merged or closed. */
  readonly by: number | undefined;
  /** Auto-merge is set. */
  readonly isWaiting: boolean;
}

/** A part of the UI that shows reviews. */
export interface Showing {
  readonly inSight: () => readonly ReviewPlace[];
  /** Fire when `inSight` may have changed. */
  readonly onDidChange: readonly vscode.Event<unknown>[];
  /** Follows new commits by itself: no message leads to them. */
  readonly followsHead?: true;
}

/**
 * Polls visible reviews: soon after a change, then with growing delays, at once on focus or a live update, never in the
 * background. Shows a message when someone else merges or closes a merge request, or pushes to it.
 */
export class LiveReviews implements vscode.Disposable {
  readonly #accounts: Pick<AccountStore, 'get'>;
  readonly #stores: ReviewStores;
  readonly #log: Log;
  readonly #showing: Showing[] = [];
  readonly #states = new LatestAnswers<LiveState>(2_000);
  readonly #moved = new vscode.EventEmitter<string>();
  readonly #changed = new vscode.EventEmitter<ReviewPlace>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #unread = new Set<string>();
  readonly #pace: PollingPace;
  readonly #changes: ServerChanges;
  readonly #first: AfterRows;

  /** Fires with the place's key on new commits or a new state. */
  readonly onDidMove = this.#moved.event;

  constructor(parts: {
    readonly accounts: Pick<AccountStore, 'get'>;
    readonly stores: ReviewStores;
    readonly subscriptions: AccountSubscriptions;
    readonly rows: RowsFirst;
    readonly log: Log;
  }) {
    this.#accounts = parts.accounts;
    this.#stores = parts.stores;
    this.#log = parts.log;
    this.#changes = new ServerChanges(parts, Math.floor(maxSubscriptions / subscriptionsOfMergeRequest));
    this.onDidChangeLiveness = this.#changes.onDidChangeLiveness;
    this.#pace = new PollingPace(
      () => this.poll(),
      () => this.#inSight.length > 0,
      pace,
    );
    this.#first = new AfterRows(() => this.#readUnknown(), parts.rows);
    this.#subscriptions = [this.#moved, this.#changed, this.#pace, this.#first, this.#changes];
  }

  /** Fires on a live update or a new pipeline status. */
  readonly onDidChange = this.#changed.event;

  /** Fires with the place's key when its kind of updates changes. */
  readonly onDidChangeLiveness: vscode.Event<string>;

  follow(showing: Showing): void {
    this.#showing.push(showing);
    const changed = (): void => {
      this.#pace.soon();
      this.#listen();
      this.#first.soon();
    };
    this.#subscriptions.push(...showing.onDidChange.map((event) => event(changed)));
  }

  /** Refreshes all visible reviews and subscribes to them. Resolves to whether any changed. */
  async poll(): Promise<boolean> {
    const changed = await Promise.all(this.#inSight.map((place) => this.#lookAt(place)));
    this.#listen();
    return changed.includes(true);
  }

  /** True while there are unread live updates. */
  get isBehind(): boolean {
    return this.#unread.size > 0;
  }

  /** Fires when {@link overall} changes. */
  get onDidChangeOverall(): vscode.Event<void> {
    return this.#changes.onDidChangeOverall;
  }

  /** Kind of updates for all visible reviews. */
  get overall(): Liveness['kind'] | undefined {
    return this.#changes.overall;
  }

  /** Kind of updates for a merge request; undefined when not visible. */
  livenessOf(place: ReviewPlace): Liveness | undefined {
    return this.#changes.livenessOf(placeKey(place));
  }

  /** Head SHA as last read; undefined before. */
  headOf(place: ReviewPlace): string | undefined {
    return this.#states.known(placeKey(place))?.head;
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** Without duplicates. */
  get #inSight(): readonly ReviewPlace[] {
    const places = this.#showing.flatMap(({ inSight }) => inSight());
    return [...new Map(places.map((place) => [placeKey(place), place])).values()];
  }

  /** Subscribes to visible reviews with known ids: subscriptions need the global id. */
  #listen(): void {
    this.#changes.want(
      this.#inSight.flatMap((place) => {
        const key = placeKey(place);
        const liveState = this.#states.known(key);
        if (liveState === undefined) return [];
        return {
          key,
          whole: key,
          account: { id: place.account, baseUrl: place.client.baseUrl },
          follow: (subscriptions, options) => followMergeRequest(subscriptions, liveState.id, options),
          onChange: () => void this.#hear(place),
        };
      }),
    );
  }

  /** Reads new visible reviews, to subscribe before the next poll. */
  async #readUnknown(): Promise<void> {
    const unknown = this.#inSight.filter((place) => this.#states.known(placeKey(place)) === undefined);
    if (unknown.length === 0 || !vscode.window.state.focused) return;
    await Promise.all(unknown.map((place) => this.#readStanding(place)));
    this.#listen();
  }

  async #hear(place: ReviewPlace): Promise<void> {
    this.#unread.add(placeKey(place));
    // in the background updates are only collected
    if (!vscode.window.state.focused) return;
    await this.#lookAt(place);
    this.#pace.soon();
  }

  async #lookAt(place: ReviewPlace): Promise<boolean> {
    const store = this.#stores.of(place);
    const before = store.state;
    // answers to earlier requests may be outdated
    place.client.stopSharing();
    const isBehind = this.#unread.has(placeKey(place));
    await Promise.all([isBehind ? store.load() : store.look(), this.#readStanding(place)]);
    if (this.#unread.delete(placeKey(place))) this.#changed.fire(place);
    // failures count as unchanged, so that polling slows down
    return store.state !== before && store.state.phase !== 'failed';
  }

  async #readStanding(place: ReviewPlace): Promise<void> {
    const parameters = { id: place.project, merge_request_iid: place.iid };
    try {
      const answered = this.#states.start();
      const mergeRequest = await place.client.send(getMergeRequest, parameters);
      const { id, state, sha, merged_by: merger, closed_by: closer } = mergeRequest;
      const before = this.#states.known(placeKey(place));
      const now = answered(placeKey(place), {
        id,
        state,
        head: sha ?? undefined,
        pipeline: mergeRequest.head_pipeline?.status ?? null,
        by: (state === 'merged' ? merger : closer)?.id,
        isWaiting: mergeRequest.merge_when_pipeline_succeeds === true,
      });
      if (before !== undefined && before.pipeline !== now.pipeline) this.#unread.add(placeKey(place));
      if (before === undefined || (before.state === now.state && before.head === now.head)) return;
      this.#reportNews(place, before, now);
      this.#moved.fire(placeKey(place));
    } catch (error) {
      if (!isCancelled(error)) this.#log.error(`The state of !${place.iid} could not be read.`, error);
    }
  }

  #showsOld(place: ReviewPlace): boolean {
    const shown = this.#showing.filter(({ followsHead }) => followsHead !== true).flatMap(({ inSight }) => inSight());
    return shown.some((each) => placeKey(each) === placeKey(place));
  }

  #reportNews(place: ReviewPlace, before: LiveState, now: LiveState): void {
    const { t } = vscode.l10n;
    const { iid } = place;
    if (before.state === 'opened' && (now.state === 'merged' || now.state === 'closed')) {
      const isOwn = now.by !== undefined && now.by === this.#accounts.get(place.account)?.userId;
      if (isOwn && !before.isWaiting) return;
      const hasDrafts = this.#stores.of(place).state.drafts.length > 0;
      const words = [
        now.state === 'merged'
          ? t('!{0} was merged while you were reviewing it.', iid)
          : t('!{0} was closed while you were reviewing it.', iid),
        ...(hasDrafts ? [t('Your drafts are still there and can be published.')] : []),
      ];
      void vscode.window.showInformationMessage(words.join(' '));
    } else if (before.head !== now.head && now.state === 'opened' && this.#showsOld(place)) {
      void vscode.window.showInformationMessage(
        t('!{0} has new commits. Open its changes again to comment on the newest version.', iid),
      );
    }
  }
}
