import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import type {
  DraftView,
  FromReviewPage,
  ReviewPageState,
  ReviewView,
  ToReviewPage,
  Verdict,
} from '../../messages/reviewPage.ts';
import type { FailureView, Handlers } from '../../messages/page.ts';
import { mayWrite } from '../../model/account.ts';
import { LatestReading } from '../../model/latestReading.ts';
import { placeKey, type ReviewDrafts, type ReviewPlace } from '../../model/reviews/drafts.ts';
import { preflight, type Preflight } from '../../model/reviews/preflight.ts';
import { type ReviewContext, ReviewContexts } from '../../model/reviews/preflightRead.ts';
import type { DraftNote } from '../../wire/draftNotes.ts';
import { failureView } from '../kit/explain.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import type { Page } from '../kit/page.ts';
import { PageEdits } from './pageEdits.ts';
import { reviewView } from './pageView.ts';
import type { ReviewPublishing } from './publishing.ts';
import { PagePublishing, type PagePublishingDeps } from './pagePublishing.ts';
import type { Reviews } from './reviewParts.ts';
import { placeOfReview, type ReviewSubject, webUrlOf } from './subject.ts';

/** What a review page needs. */
export interface ReviewPageDeps extends PagePublishingDeps {
  readonly reviews: Reviews;
  /** Sends a kept text as a draft; answers whether the server has it. */
  readonly sendLeft: (store: ReviewDrafts, key: string, text: string) => Promise<boolean>;
  /** Lets the user choose the line a kept text belongs on, and adds it to the review there. */
  readonly placeLeft: (store: ReviewDrafts, key: string) => Promise<void>;
  /** Shows where a draft stands in the diff editor. */
  readonly jump: (subject: ReviewSubject, draft: DraftNote) => Promise<void>;
}

/** One review page: what it shows, and what it asks for. */
export class ReviewPageSession implements vscode.Disposable {
  readonly subject: ReviewSubject;
  readonly place: ReviewPlace;
  /** The place as a key. */
  readonly key: string;
  readonly #deps: ReviewPageDeps;
  readonly #page: Page<ToReviewPage>;
  readonly #store: ReviewDrafts;
  readonly #grounds: ReviewContexts;
  readonly #edits: PageEdits;
  readonly #publishing: PagePublishing;
  readonly #busy = new Map<number, NonNullable<DraftView['busy']>>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #closing = new AbortController();
  #ground: ReviewContext | undefined;
  #checked: { readonly of: readonly unknown[]; readonly found: Preflight } | undefined;
  #stale: FailureView | undefined;
  readonly #reading = new LatestReading();
  readonly #grounding = new LatestReading();
  #isListening = false;
  #isVisible = true;
  #isDrawing = false;
  #waiting: ToReviewPage[] = [];

  constructor(subject: ReviewSubject, deps: ReviewPageDeps, page: Page<ToReviewPage>) {
    this.subject = subject;
    this.place = placeOfReview(subject);
    this.key = placeKey(this.place);
    this.#deps = deps;
    this.#page = page;
    const { account, project, iid } = this.place;
    const state: ReviewPageState = { account, project: String(project), iid };
    page.draw(vscode.l10n.t('Review !{0}', iid), state);
    const { post } = page;
    const busy = (id: number, state: NonNullable<DraftView['busy']> | undefined): void => this.#setBusy(id, state);
    const { reviews, publishing, sendLeft } = deps;
    this.#store = reviews.stores.of(this.place);
    this.#grounds = new ReviewContexts(reviews.changes);
    this.#edits = new PageEdits(this.#store, deps, {
      post,
      busy,
      sendLeft,
      anchorOf: (id) =>
        this.#preflight()
          ?.drafts.get(id)
          ?.find(({ anchor }) => anchor !== undefined)?.anchor,
    });
    this.#publishing = new PagePublishing(subject, deps, {
      post,
      busy,
      isClosed: () => this.#closing.signal.aborted,
    });
    const mine = (key: string): void => {
      if (key === this.key) this.#draw();
    };
    const unfollow = this.#store.onDidChange(() => void this.#storeChanged());
    this.#subscriptions = [
      { dispose: unfollow },
      publishing.onDidChange(mine),
      publishing.reports.onDidChange((place) => mine(placeKey(place))),
      reviews.kept.onDidChange((place) => mine(placeKey(place))),
      reviews.live.onDidMove((key) => {
        if (key === this.key) void this.load();
      }),
    ];
  }

  /** What the page asks for. A handler rejects with what nobody expected. */
  readonly handlers: Handlers<FromReviewPage> = {
    ready: () => {
      this.#isListening = true;
      this.#draw();
      return this.#look();
    },
    refresh: () => this.load(),
    keep: ({ what, text }) =>
      what === 'summary' ? this.#summaries.keep(this.place, text) : this.#edits.keep(what, text),
    internal: async ({ internal }) => {
      await this.#summaries.setInternal(this.place, internal);
      this.#draw();
    },
    save: (message) => this.#edits.save(message),
    forget: ({ id }) => this.#edits.forget(id),
    delete: ({ id }) => this.#edits.remove(id),
    undoDelete: ({ undoKey }) => this.#edits.undoRemove(undoKey),
    move: ({ id }) => this.#edits.move(id),
    publish: ({ ids }) => this.#publish(ids),
    publishAll: async (finish) => {
      await this.#summaries.keep(this.place, finish.summary);
      await this.#publish(finish.ids, finish);
    },
    cancelSending: () => this.#deps.publishing.cancel(this.place),
    jump: ({ id }) => {
      const draft = this.#store.drafts.find((each) => each.id === id);
      return draft && this.#deps.jump(this.subject, draft);
    },
    openMergeRequest: () => openInBrowser(webUrlOf(this.subject)),
    openOutcome: ({ key }) => {
      const link = this.#deps.publishing.reports.link(this.place, key);
      return link === undefined ? undefined : openInBrowser(link);
    },
    dismiss: ({ key }) => this.#deps.publishing.reports.dismiss(this.place, key),
    sendLeft: ({ key, text }) => this.#deps.sendLeft(this.#store, key, text),
    placeLeft: ({ key }) => this.#deps.placeLeft(this.#store, key),
    dropLeft: ({ key }) => {
      const kept = this.#deps.reviews.kept.get(key);
      return kept && this.#deps.reviews.kept.forget(kept);
    },
  };

  /** Says something to the page as soon as it can listen and has something to show. */
  say(message: ToReviewPage): void {
    if (this.#isListening && this.#ground) this.#page.post(message);
    else this.#waiting.push(message);
  }

  /** Whether the page is in sight. */
  get isVisible(): boolean {
    return this.#page.isVisible();
  }

  /** The page came into sight, or went out of it. */
  setVisible(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    if (isVisible) void this.#look();
    else this.#isListening = false;
  }

  get #summaries(): ReviewPublishing['summaries'] {
    return this.#deps.publishing.summaries;
  }

  /** Reads everything as it is from now on; what is shown stays until it has come. */
  load(): Promise<void> {
    return this.#reading.anew((signal) => this.#read(signal, 'load'));
  }

  /** The same, but what is being read already is not asked for again. */
  #look(): Promise<void> {
    return this.#reading.joined((signal) => this.#read(signal, 'look'));
  }

  dispose(): void {
    this.#closing.abort();
    this.#reading.end();
    this.#grounding.end();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #read(signal: AbortSignal, threads: 'look' | 'load'): Promise<void> {
    try {
      await this.#store[threads]();
      const { phase, error } = this.#store.state;
      if (phase !== 'ready') throw error;
      await this.#deps.reviews.kept.forgetSaved(this.place, this.#store.drafts);
      if (signal.aborted) return;
      await this.#deps.publishing.learn(this.subject.open.account, signal);
      await this.#readGround();
      await this.#publishing.lookBack(this.#closing.signal);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      this.#deps.log.error(`The review of !${this.place.iid} could not be read.`, error);
      const failure = failureView(error, this.#store.readAtMs);
      if (this.#ground) this.#stale = failure;
      else if (this.#isListening) this.#page.post({ type: 'failed', failure });
    }
    this.#draw();
  }

  #readGround(): Promise<void> {
    return this.#grounding.anew(async (signal) => {
      const ground = await this.#grounds.read(this.place, this.#store.state, signal);
      if (signal.aborted) return;
      this.#ground = ground;
      this.#stale = undefined;
    });
  }

  /** Drafts that came from elsewhere may stand on diffs that have not been read. */
  async #storeChanged(): Promise<void> {
    const { phase, error: failed } = this.#store.state;
    if (phase === 'failed' && this.#ground) this.#stale = failureView(failed, this.#store.readAtMs);
    if (this.#ground && phase === 'ready' && !this.#reading.isUnderWay) {
      try {
        await this.#readGround();
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#deps.log.error('The code of the drafts could not be read.', error);
      }
    }
    this.#draw();
  }

  /** Draws once for everything that happens in one turn. */
  #draw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    setImmediate(() => {
      this.#isDrawing = false;
      const review = this.#view();
      if (this.#closing.signal.aborted || !this.#isListening || review === undefined) return;
      this.#page.post({ type: 'review', review });
      for (const message of this.#waiting.splice(0)) this.#page.post(message);
    });
  }

  #view(): ReviewView | undefined {
    const [ground, found] = [this.#ground, this.#preflight()];
    if (ground === undefined || found === undefined) return undefined;
    const { reviews, publishing } = this.#deps;
    const { drafts, discussions } = this.#store;
    return reviewView({
      subject: this.subject,
      review: { drafts, discussions },
      ground,
      preflight: found,
      typed: (draft) => this.#edits.typed(draft),
      kept: reviews.kept.of(this.place),
      busy: this.#busy,
      summary: this.#summaries.text(this.place),
      isInternal: this.#summaries.isInternal(this.place),
      offers: publishing.offers(this.subject.open.account),
      report: publishing.reports.view(this.place, new Set(drafts.map(({ id }) => id))),
      sending: publishing.sending(this.place),
      stale: this.#stale,
    });
  }

  /** Checked again only when the ground, the drafts or the threads have changed. */
  #preflight(): Preflight | undefined {
    if (this.#ground === undefined) return undefined;
    const { account, project } = this.subject.open;
    const { drafts, discussions } = this.#store;
    const of = [this.#ground, drafts, discussions];
    if (this.#checked?.of.every((one, index) => one === of[index])) return this.#checked.found;
    const found = preflight({
      drafts,
      discussions,
      ...this.#ground,
      isArchived: project.archived === true,
      mayWrite: mayWrite(account),
    });
    this.#checked = { of, found };
    return found;
  }

  /** Publishes drafts in the order they are shown, and as they were shown. */
  async #publish(
    ids: readonly number[],
    finish?: { readonly summary: string; readonly verdict: Verdict },
  ): Promise<void> {
    if (this.#ground === undefined) return;
    const drafts = ids.flatMap((id) => this.#store.drafts.find((draft) => draft.id === id) ?? []);
    const { files } = this.#ground;
    const headSha = files.kind === 'ready' ? files.version.headSha : undefined;
    await this.#publishing.publish({
      drafts,
      headSha,
      summary: finish?.summary ?? '',
      internal: this.#summaries.isInternal(this.place),
      verdict: finish?.verdict ?? 'none',
    });
    await this.load();
  }

  #setBusy(id: number, state: NonNullable<DraftView['busy']> | undefined): void {
    if (state) this.#busy.set(id, state);
    else this.#busy.delete(id);
    this.#draw();
  }
}
