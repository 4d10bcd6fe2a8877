import * as vscode from 'vscode';
import { isCancelled } from '../../client/errors.ts';
import type { DraftView, FromReviewPage, ReviewView, ToReviewPage, Verdict } from '../../messages/reviewPage.ts';
import type { FailureView } from '../../messages/page.ts';
import { mayWrite } from '../../model/account.ts';
import { placeKey, type ReviewDrafts, type ReviewPlace } from '../../model/review/drafts.ts';
import { preflight, type Preflight } from '../../model/review/preflight.ts';
import { type ReviewGround, ReviewGrounds } from '../../model/review/preflightRead.ts';
import type { DraftNote } from '../../wire/draftNotes.ts';
import { explain } from '../explain.ts';
import type { Log } from '../log.ts';
import { PageEdits } from './pageEdits.ts';
import { reviewView } from './pageView.ts';
import type { ReviewPublishing } from './publishing.ts';
import type { KeptOutcome } from './publishReports.ts';
import type { Reviews } from './reviews.ts';
import { PagePublishing } from './pagePublishing.ts';
import { placeOfReview, type ReviewSubject, webUrlOf } from './subject.ts';

/** What a page works with. */
export interface PageParts {
  readonly reviews: Reviews;
  readonly publishing: ReviewPublishing;
  readonly log: Log;
  /** Sends a kept text as a draft; answers whether the server has it. */
  readonly sendLeft: (store: ReviewDrafts, key: string, text: string) => Promise<boolean>;
  /** Lets the user choose the line a kept text belongs on, and adds it to the review there. */
  readonly placeLeft: (store: ReviewDrafts, key: string) => Promise<void>;
  /** Shows where a draft stands in the diff editor. */
  readonly jump: (subject: ReviewSubject, draft: DraftNote) => Promise<void>;
  /** Tells what came of a publication whose page has been closed. */
  readonly sayOutcomes: (subject: ReviewSubject, outcomes: readonly KeptOutcome[]) => void;
  readonly browse: (address: string) => Promise<void>;
}

/** One review page: what it shows, and what it asks for. */
export class ReviewPageSession implements vscode.Disposable {
  readonly subject: ReviewSubject;
  readonly place: ReviewPlace;
  readonly #parts: PageParts;
  readonly #post: (message: ToReviewPage) => void;
  readonly #store: ReviewDrafts;
  readonly #grounds: ReviewGrounds;
  readonly #edits: PageEdits;
  readonly #publishing: PagePublishing;
  readonly #busy = new Map<number, NonNullable<DraftView['busy']>>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #closing = new AbortController();
  #ground: ReviewGround | undefined;
  #checked: { readonly of: readonly unknown[]; readonly found: Preflight } | undefined;
  #stale: FailureView | undefined;
  #reading: Promise<void> | undefined;
  #isListening = false;
  #isVisible = true;
  #isDrawing = false;
  #waiting: ToReviewPage[] = [];

  constructor(subject: ReviewSubject, parts: PageParts, post: (message: ToReviewPage) => void) {
    this.subject = subject;
    this.place = placeOfReview(subject);
    this.#parts = parts;
    this.#post = post;
    const { reviews, publishing } = parts;
    this.#store = reviews.stores.of(this.place);
    this.#grounds = new ReviewGrounds(reviews.changes);
    this.#edits = new PageEdits(this.#store, parts, {
      post: (message) => this.#post(message),
      busy: (id, state) => this.#setBusy(id, state),
      sendLeft: parts.sendLeft,
      anchorOf: (id) =>
        this.#preflight()
          ?.drafts.get(id)
          ?.find(({ anchor }) => anchor !== undefined)?.anchor,
    });
    this.#publishing = new PagePublishing(subject, parts, {
      post: (message) => this.#post(message),
      busy: (id, state) => this.#setBusy(id, state),
      isClosed: () => this.#closing.signal.aborted,
    });
    const mine = (key: string): void => {
      if (key === placeKey(this.place)) this.#draw();
    };
    const unfollow = this.#store.onDidChange(() => void this.#storeChanged());
    this.#subscriptions = [
      { dispose: unfollow },
      publishing.onDidChange(mine),
      publishing.reports.onDidChange((place) => mine(placeKey(place))),
      reviews.kept.onDidChange((place) => mine(placeKey(place))),
      reviews.live.onDidMove((key) => {
        if (key === placeKey(this.place)) void this.load();
      }),
    ];
  }

  /** Says something to the page as soon as it can listen and has something to show. */
  say(message: ToReviewPage): void {
    if (this.#isListening && this.#ground) this.#post(message);
    else this.#waiting.push(message);
  }

  /** The page came into sight, or went out of it. */
  setVisible(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    if (isVisible) void this.load();
    else this.#isListening = false;
  }

  /** Carries out what the page asks for. Rejects with what nobody expected. */
  async receive(message: FromReviewPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isListening = true;
        this.#draw();
        return this.load();
      case 'refresh':
        this.place.client.beginAnew();
        return this.load();
      case 'keep':
        if (message.what !== 'summary') return this.#edits.keep(message.what, message.text);
        return this.#summaries.keep(this.place, message.text);
      case 'save':
        return this.#edits.save(message);
      case 'forget':
        return this.#edits.forget(message.id);
      case 'delete':
        return this.#edits.remove(message.id);
      case 'undoDelete':
        return this.#edits.undoRemove(message.undoKey);
      case 'move':
        return this.#edits.move(message.id);
      case 'publish':
        return this.#publish(message.ids);
      case 'publishAll':
        await this.#summaries.keep(this.place, message.summary);
        return this.#publish(message.ids, message);
      case 'cancelSending':
        return this.#parts.publishing.cancel(this.place);
      case 'jump': {
        const draft = this.#store.drafts.find(({ id }) => id === message.id);
        return draft && this.#parts.jump(this.subject, draft);
      }
      case 'openMergeRequest':
        return this.#parts.browse(webUrlOf(this.subject));
      case 'openOutcome': {
        const link = this.#parts.publishing.reports.link(this.place, message.key);
        return link === undefined ? undefined : this.#parts.browse(link);
      }
      case 'dismiss':
        return this.#parts.publishing.reports.dismiss(this.place, message.key);
      case 'sendLeft':
        await this.#parts.sendLeft(this.#store, message.key, message.text);
        return;
      case 'placeLeft':
        return this.#parts.placeLeft(this.#store, message.key);
      case 'dropLeft': {
        const kept = this.#parts.reviews.kept.get(message.key);
        if (kept) await this.#parts.reviews.kept.forget(kept);
        return;
      }
    }
  }

  get #summaries(): ReviewPublishing['summaries'] {
    return this.#parts.publishing.summaries;
  }

  /** Reads everything again; what is shown stays until it has come. */
  load(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  dispose(): void {
    this.#closing.abort();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #read(): Promise<void> {
    const { signal } = this.#closing;
    try {
      await this.#store.load();
      const { phase, error } = this.#store.state;
      if (phase !== 'ready') throw error;
      await this.#parts.reviews.kept.forgetSaved(this.place, this.#store.drafts);
      this.#ground = await this.#grounds.read(this.place, this.#store.drafts, signal);
      this.#stale = undefined;
      await this.#publishing.lookBack(signal);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      this.#parts.log.error(`The review of !${this.place.iid} could not be read.`, error);
      const failure = failureOf(error);
      if (this.#ground) this.#stale = failure;
      else if (this.#isListening) this.#post({ type: 'failed', failure });
    }
    this.#draw();
  }

  /** Drafts that came from elsewhere may stand on diffs that have not been read. */
  async #storeChanged(): Promise<void> {
    const { phase, error: failed } = this.#store.state;
    if (phase === 'failed' && this.#ground) this.#stale = failureOf(failed);
    if (this.#ground && phase === 'ready' && this.#reading === undefined) {
      try {
        this.#ground = await this.#grounds.read(this.place, this.#store.drafts, this.#closing.signal);
        this.#stale = undefined;
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#parts.log.error('What the drafts stand on could not be read.', error);
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
      this.#post({ type: 'review', review });
      for (const message of this.#waiting.splice(0)) this.#post(message);
    });
  }

  #view(): ReviewView | undefined {
    const [ground, found] = [this.#ground, this.#preflight()];
    if (ground === undefined || found === undefined) return undefined;
    const { reviews, publishing } = this.#parts;
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
      report: publishing.reports.view(this.place, new Set(drafts.map(({ id }) => id))),
      sending: publishing.sending(this.place),
      stale: this.#stale,
    });
  }

  /** Checked anew only when something it looks at has changed. */
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

const failureOf = (error: unknown): FailureView => ({ message: explain(error), retryable: true });
