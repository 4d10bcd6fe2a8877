import * as vscode from '../vscode.ts';
import { LatestAnswers } from '../../model/latestAnswers.ts';
import { placeKey, type ReviewPlace } from '../../model/reviews/drafts.ts';
import type { ReviewStores } from '../../model/reviews/reviewStores.ts';
import { followRequest, subscriptionsOfRequest } from '../../model/reviews/requestChanges.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { isCancelled } from '../../client/errors.ts';
import { AfterRows, type RowsFirst } from '../kit/idleWork.ts';
import { LivePace } from '../kit/livePace.ts';
import { type Liveness, ServerChanges } from '../kit/serverChanges.ts';
import type { AccountStore } from '../shell/accountStore.ts';
import type { AccountSubscriptions } from '../shell/accountSubscriptions.ts';
import type { Log } from '../shell/log.ts';

const pace = { soonestMs: 20_000, latestMs: 160_000 };

/** Most subscriptions at a time: servers limit those of a connection, and iterations take some. */
const mostSubscriptions = 40;

/** What is known of a merge request besides its threads. */
interface Standing {
  /** Its number on the server. */
  readonly id: number;
  readonly state: string;
  readonly head: string | undefined;
  /** State of the pipeline of its head; null when there is none. */
  readonly pipeline: string | null;
  /** Id of the user who has merged or closed it. */
  readonly by: number | undefined;
  /** Whether it is merged once it can be. */
  readonly isWaiting: boolean;
}

/** Something that shows reviews. */
export interface Showing {
  /** The reviews somebody can see there right now. */
  readonly inSight: () => readonly ReviewPlace[];
  /** Fires when that may have changed. */
  readonly onDidChange: readonly vscode.Event<unknown>[];
}

/**
 * Reads the reviews that are in sight again from time to time: soon after something has changed, ever more seldom while
 * nothing does, at once when somebody comes back to the window or the server tells a change, and not at all while the
 * window is in the background. Shows a message when a merge request was merged or closed by another, or got new commits meanwhile.
 */
export class LiveReviews implements vscode.Disposable {
  readonly #accounts: Pick<AccountStore, 'get'>;
  readonly #stores: ReviewStores;
  readonly #log: Log;
  readonly #showing: Showing[] = [];
  readonly #standings = new LatestAnswers<Standing>(2_000);
  readonly #moved = new vscode.EventEmitter<string>();
  readonly #heard = new vscode.EventEmitter<ReviewPlace>();
  readonly #subscriptions: vscode.Disposable[];
  /** Places with changes that nobody has been told of here. */
  readonly #unread = new Set<string>();
  readonly #pace: LivePace;
  readonly #changes: ServerChanges;
  readonly #first: AfterRows;

  /** Fires with the key of a place whose merge request got new commits, or another state. */
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
    this.#changes = new ServerChanges(parts, Math.floor(mostSubscriptions / subscriptionsOfRequest));
    this.onDidChangeLiveness = this.#changes.onDidChangeLiveness;
    this.#pace = new LivePace(
      () => this.look(),
      () => this.#inSight.length > 0,
      pace,
    );
    this.#first = new AfterRows(() => this.#readUnknown(), parts.rows);
    this.#subscriptions = [this.#moved, this.#heard, this.#pace, this.#first, this.#changes];
  }

  /** Fires with a place whose merge request has changed: the server has told it, or its pipeline has another state. */
  readonly onDidHear = this.#heard.event;

  /** Fires with the key of a place when it is known how its changes are learnt. */
  readonly onDidChangeLiveness: vscode.Event<string>;

  /** Follows what is shown somewhere, too. */
  follow(showing: Showing): void {
    this.#showing.push(showing);
    const changed = (): void => {
      this.#pace.soon();
      this.#listen();
      this.#first.soon();
    };
    this.#subscriptions.push(...showing.onDidChange.map((event) => event(changed)));
  }

  /** Reads every review in sight once, and listens to its changes. Answers whether anything had changed. */
  async look(): Promise<boolean> {
    const changed = await Promise.all(this.#inSight.map((place) => this.#lookAt(place)));
    this.#listen();
    return changed.includes(true);
  }

  /** Whether the server has told changes that have not been read yet. */
  get isBehind(): boolean {
    return this.#unread.size > 0;
  }

  /** Fires when {@link overall} has changed. */
  get onDidChangeOverall(): vscode.Event<void> {
    return this.#changes.onDidChangeOverall;
  }

  /** How changes of all that is in sight are learnt. */
  get overall(): Liveness['kind'] | undefined {
    return this.#changes.overall;
  }

  /** How changes of a merge request are learnt; undefined while nobody sees it. */
  livenessOf(place: ReviewPlace): Liveness | undefined {
    return this.#changes.livenessOf(placeKey(place));
  }

  /** The newest commit of a merge request, as it was when it was looked at last; undefined until then. */
  headOf(place: ReviewPlace): string | undefined {
    return this.#standings.known(placeKey(place))?.head;
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** Each place once. */
  get #inSight(): readonly ReviewPlace[] {
    const places = this.#showing.flatMap(({ inSight }) => inSight());
    return [...new Map(places.map((place) => [placeKey(place), place])).values()];
  }

  /** Listens to the reviews in sight, once their merge requests have been read: nobody is told by place. */
  #listen(): void {
    this.#changes.want(
      this.#inSight.flatMap((place) => {
        const key = placeKey(place);
        const standing = this.#standings.known(key);
        if (standing === undefined) return [];
        return {
          key,
          whole: key,
          account: { id: place.account, baseUrl: place.client.baseUrl },
          follow: (subscriptions, options) => followRequest(subscriptions, standing.id, options),
          told: () => void this.#hear(place),
        };
      }),
    );
  }

  /** Reads what is not known yet of the reviews in sight: they are listened to from then on, not from the next look on. */
  async #readUnknown(): Promise<void> {
    const unknown = this.#inSight.filter((place) => this.#standings.known(placeKey(place)) === undefined);
    if (unknown.length === 0 || !vscode.window.state.focused) return;
    await Promise.all(unknown.map((place) => this.#readStanding(place)));
    this.#listen();
  }

  async #hear(place: ReviewPlace): Promise<void> {
    this.#unread.add(placeKey(place));
    // in the background nothing is read: whoever comes back gets it all at once
    if (!vscode.window.state.focused) return;
    await this.#lookAt(place);
    this.#pace.soon();
  }

  async #lookAt(place: ReviewPlace): Promise<boolean> {
    const store = this.#stores.of(place);
    const before = store.state;
    // what was asked for before may not know yet what has changed since
    place.client.beginAnew();
    const isBehind = this.#unread.has(placeKey(place));
    await Promise.all([isBehind ? store.load() : store.look(), this.#readStanding(place)]);
    if (this.#unread.delete(placeKey(place))) this.#heard.fire(place);
    // a server that is away is asked ever more seldom
    return store.state !== before && store.state.phase !== 'failed';
  }

  async #readStanding(place: ReviewPlace): Promise<void> {
    const parameters = { id: place.project, merge_request_iid: place.iid };
    try {
      const answered = this.#standings.begin();
      const request = await place.client.send(getMergeRequest, parameters);
      const { id, state, sha, merged_by: merger, closed_by: closer } = request;
      const before = this.#standings.known(placeKey(place));
      const now = answered(placeKey(place), {
        id,
        state,
        head: sha ?? undefined,
        pipeline: request.head_pipeline?.status ?? null,
        by: (state === 'merged' ? merger : closer)?.id,
        isWaiting: request.merge_when_pipeline_succeeds === true,
      });
      if (before !== undefined && before.pipeline !== now.pipeline) this.#unread.add(placeKey(place));
      if (before === undefined || (before.state === now.state && before.head === now.head)) return;
      this.#sayNews(place, before, now);
      this.#moved.fire(placeKey(place));
    } catch (error) {
      if (!isCancelled(error)) this.#log.error(`The state of !${place.iid} could not be read.`, error);
    }
  }

  #sayNews(place: ReviewPlace, before: Standing, now: Standing): void {
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
    } else if (before.head !== now.head && now.state === 'opened') {
      void vscode.window.showInformationMessage(
        t('!{0} has new commits. Open its changes again to comment on the newest version.', iid),
      );
    }
  }
}
