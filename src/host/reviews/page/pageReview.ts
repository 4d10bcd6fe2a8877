import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import type { DraftView, FromReview, PendingView, ReviewView, ToReview, Verdict } from '../../../messages/review.ts';
import type { FailureView, Handlers } from '../../../messages/page.ts';
import { mayWrite } from '../../../model/account.ts';
import { LatestReading } from '../../../model/latestReading.ts';
import { placeKey, type ReviewDrafts, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { Outcome } from '../../../model/reviews/outcomes.ts';
import { preflight, type Preflight } from '../../../model/reviews/preflight.ts';
import { lacksDiffs, type ReviewContext, ReviewContexts } from '../../../model/reviews/preflightRead.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import { explain, failureView } from '../../kit/words/explain.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import type { Log } from '../../shell/log.ts';
import { FileLines } from './fileLines.ts';
import { pageEdits } from './pageEdits.ts';
import { pendingViews, reviewView } from './pageView.ts';
import type { ReviewPublishing } from '../publish/publishReview.ts';
import type { Reviews } from '../reviewState.ts';
import { placeOfReview, type ReviewSubject, webUrlOf } from '../subject.ts';

export interface PageReviewDeps {
  readonly reviews: Reviews;
  readonly publishing: ReviewPublishing;
  readonly log: Log;
  /** Reports a publication whose page was closed. */
  readonly showOutcomes: (subject: ReviewSubject, outcomes: readonly Outcome[]) => void;
  /** Sends an unsaved text as a draft; resolves to whether the server has it. */
  readonly sendLeft: (store: ReviewDrafts, key: string, text: string) => Promise<boolean>;
  /** Asks for the line of an unsaved text, and adds it there as a draft. */
  readonly placeLeft: (store: ReviewDrafts, key: string) => Promise<void>;
  /** Opens a draft's diff. */
  readonly jump: (subject: ReviewSubject, draft: DraftNote) => Promise<void>;
}

/** Review on a merge request page. Reads nothing before it is opened. */
export class PageReview implements vscode.Disposable {
  readonly #subject: ReviewSubject;
  readonly #place: ReviewPlace;
  readonly #key: string;
  readonly #deps: PageReviewDeps;
  readonly #post: (message: ToReview) => void;
  readonly #store: ReviewDrafts;
  readonly #contexts: ReviewContexts;
  readonly #lines: FileLines;
  readonly #edits: ReturnType<typeof pageEdits>;
  readonly #busy = new Map<number, NonNullable<DraftView['busy']>>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #closing = new AbortController();
  #context: ReviewContext | undefined;
  #checked: { readonly of: readonly unknown[]; readonly found: Preflight } | undefined;
  #stale: FailureView | undefined;
  readonly #reading = new LatestReading();
  readonly #grounding = new LatestReading();
  readonly #lookingBack = new LatestReading();
  #hasLookedBack = false;
  #isOpen = false;
  /** Sent to the page once it is ready. */
  #wanted: 'showReview' | 'showOverview' | undefined;
  #isListening = false;
  #isDrawing = false;
  #waiting: ToReview[] = [];

  constructor(subject: ReviewSubject, deps: PageReviewDeps, post: (message: ToReview) => void) {
    this.#subject = subject;
    this.#place = placeOfReview(subject);
    this.#key = placeKey(this.#place);
    this.#deps = deps;
    this.#post = post;
    const busy = (id: number, state: NonNullable<DraftView['busy']> | undefined): void => this.#setBusy(id, state);
    const { reviews, publishing, sendLeft } = deps;
    this.#store = reviews.stores.of(this.#place);
    this.#contexts = new ReviewContexts(reviews.changes);
    this.#lines = new FileLines(reviews.files, deps.log, () => this.#draw());
    this.#edits = pageEdits(this.#store, deps, {
      post,
      busy,
      sendLeft,
      anchorOf: (id) =>
        this.#preflight()
          ?.drafts.get(id)
          ?.find(({ anchor }) => anchor !== undefined)?.anchor,
    });
    const ifOwn = (key: string): void => {
      if (key === this.#key) this.#draw();
    };
    const unfollow = this.#store.onDidChange(() => void this.#storeChanged());
    this.#subscriptions = [
      { dispose: unfollow },
      publishing.onDidChange(ifOwn),
      publishing.reports.onDidChange((place) => ifOwn(placeKey(place))),
      reviews.unsent.onDidChange((place) => ifOwn(placeKey(place))),
      reviews.live.onDidMove((key) => {
        if (key === this.#key && this.#isOpen) void this.load();
      }),
    ];
  }

  /** Handlers reject on unexpected errors. */
  readonly handlers: Handlers<FromReview> = {
    openReview: () => {
      this.#isOpen = true;
      this.#wanted = undefined;
      this.#isListening = true;
      this.#draw();
      return this.#reading.joined((signal) => this.#read(signal));
    },
    keep: ({ what, text }) =>
      what === 'summary' ? this.#summaries.save(this.#place, text) : this.#edits.keep(what, text),
    internal: async ({ internal }) => {
      await this.#summaries.setInternal(this.#place, internal);
      this.#draw();
    },
    verdict: async ({ verdict }) => {
      await this.#summaries.setVerdict(this.#place, verdict);
      this.#draw();
    },
    save: (message) => this.#edits.save(message),
    forget: ({ id }) => this.#edits.forget(id),
    delete: ({ id }) => this.#edits.remove(id),
    undoDelete: ({ undoKey }) => this.#edits.undoRemove(undoKey),
    move: ({ id }) => this.#edits.move(id),
    publish: ({ ids }) => this.#publish(ids),
    publishAll: async (finish) => {
      await this.#summaries.save(this.#place, finish.summary);
      await this.#summaries.setVerdict(this.#place, 'none');
      await this.#publish(finish.ids, finish);
    },
    cancelSending: () => this.#deps.publishing.cancel(this.#place),
    jump: ({ id }) => {
      const draft = this.#store.drafts.find((each) => each.id === id);
      return draft && this.#deps.jump(this.#subject, draft);
    },
    openOutcome: ({ key }) => {
      const link = this.#deps.publishing.reports.link(this.#place, key);
      return link === undefined ? undefined : openInBrowser(link);
    },
    dismiss: ({ key }) => this.#deps.publishing.reports.dismiss(this.#place, key),
    sendLeft: ({ key, text }) => this.#deps.sendLeft(this.#store, key, text),
    placeLeft: ({ key }) => this.#deps.placeLeft(this.#store, key),
    dropLeft: ({ key }) => {
      const unsent = this.#deps.reviews.unsent.get(key);
      return unsent && this.#deps.reviews.unsent.remove(unsent);
    },
  };

  /** True once opened: then reloads with the page. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The user's loaded drafts. */
  get pending(): readonly PendingView[] {
    return pendingViews(this.#store);
  }

  /** Switches between review and overview, now or once the page is ready. */
  show(type: 'showReview' | 'showOverview'): void {
    this.#isOpen ||= type === 'showReview';
    this.#wanted = this.#isListening ? undefined : type;
    this.#post({ type });
  }

  pageReady(): void {
    if (this.#wanted) this.#post({ type: this.#wanted });
  }

  /** Posts a message once the review is drawn. */
  post(message: ToReview): void {
    if (this.#isListening && this.#context) this.#post(message);
    else this.#waiting.push(message);
  }

  /** Stops posting until the page opens the review again. */
  rest(): void {
    this.#isListening = false;
  }

  get #summaries(): ReviewPublishing['summaries'] {
    return this.#deps.publishing.summaries;
  }

  /** Reloads all but drafts and threads, which the page reads; the old content stays until then. */
  load(): Promise<void> {
    return this.#reading.restarted((signal) => this.#read(signal));
  }

  dispose(): void {
    this.#closing.abort();
    this.#reading.end();
    this.#grounding.end();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #read(signal: AbortSignal): Promise<void> {
    this.#lines.forgetFailed();
    try {
      await this.#store.start();
      const { phase, error } = this.#store.state;
      if (phase !== 'ready') throw error;
      await this.#deps.reviews.unsent.deleteSaved(this.#place, this.#store.drafts);
      if (signal.aborted) return;
      await this.#deps.publishing.capabilitiesOf(this.#subject.open.account, signal);
      await this.#readGround();
      await this.#lookBack();
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      this.#deps.log.error(`The review of !${this.#place.iid} could not be read.`, error);
      const failure = failureView(error, this.#store.readAtMs);
      if (this.#context) this.#stale = failure;
      else if (this.#isListening) this.#post({ type: 'reviewFailed', failure });
    }
    this.#draw();
  }

  #readGround(): Promise<void> {
    return this.#grounding.restarted(async (signal) => {
      const context = await this.#contexts.read(this.#place, this.#store.state, signal);
      if (signal.aborted) return;
      this.#context = context;
      this.#stale = undefined;
    });
  }

  /** New drafts may need diffs that aren't loaded. */
  async #storeChanged(): Promise<void> {
    const { phase, error: failed, ...review } = this.#store.state;
    if (phase === 'failed' && this.#context) this.#stale = failureView(failed, this.#store.readAtMs);
    const isIncomplete = this.#stale !== undefined || (this.#context && lacksDiffs(this.#context, review));
    if (this.#context && isIncomplete && phase === 'ready' && !this.#reading.isUnderWay) {
      try {
        await this.#readGround();
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#deps.log.error('The code of the drafts could not be read.', error);
      }
    }
    this.#draw();
  }

  /** Combines redraws of one turn. */
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
    const [context, found] = [this.#context, this.#preflight()];
    if (context === undefined || found === undefined) return undefined;
    const { reviews, publishing } = this.#deps;
    const { drafts, discussions } = this.#store;
    return reviewView({
      subject: this.#subject,
      review: { drafts, discussions },
      context,
      preflight: found,
      lines: this.#lines,
      typed: (draft) => this.#edits.typed(draft),
      unsent: reviews.unsent.of(this.#place),
      busy: this.#busy,
      summary: this.#summaries.text(this.#place),
      verdict: this.#summaries.verdict(this.#place),
      isInternal: this.#summaries.isInternal(this.#place),
      offers: publishing.offers(this.#subject.open.account),
      report: publishing.reports.view(this.#place, new Set(drafts.map(({ id }) => id))),
      sending: publishing.sending(this.#place),
      stale: this.#stale,
    });
  }

  /** Cached until context, drafts or threads change. */
  #preflight(): Preflight | undefined {
    if (this.#context === undefined) return undefined;
    const { account, project } = this.#subject.open;
    const { drafts, discussions } = this.#store;
    const of = [this.#context, drafts, discussions];
    if (this.#checked?.of.every((one, index) => one === of[index])) return this.#checked.found;
    const found = preflight({
      drafts,
      discussions,
      ...this.#context,
      isArchived: project.archived === true,
      mayWrite: mayWrite(account),
    });
    this.#checked = { of, found };
    return found;
  }

  /**
   * Publishes drafts as shown and in the order shown. Continues when the page is closed; then a notification reports
   * the outcome.
   */
  async #publish(
    ids: readonly number[],
    { summary = '', verdict = 'none' }: { readonly summary?: string; readonly verdict?: Verdict } = {},
  ): Promise<void> {
    if (this.#context === undefined) return;
    const { t } = vscode.l10n;
    const { publishing, showOutcomes, log } = this.#deps;
    const { signal: closed } = this.#closing;
    const say = (words: string): void => {
      if (closed.aborted) void vscode.window.showWarningMessage(`!${this.#place.iid}: ${words}`);
      else this.#post({ type: 'said', words, tone: 'bad' });
    };
    const drafts = ids.flatMap((id) => this.#store.drafts.find((draft) => draft.id === id) ?? []);
    const { files } = this.#context;
    const publication = {
      drafts,
      headSha: files.kind === 'ready' ? files.version.headSha : undefined,
      summary,
      internal: this.#summaries.isInternal(this.#place),
      verdict,
      webUrl: webUrlOf(this.#subject),
    };
    for (const { id } of drafts) this.#setBusy(id, 'publishing');
    try {
      const outcomes = await publishing.publish(this.#place, this.#subject.open.account, publication);
      if (outcomes === undefined) say(t('A publication is already in progress.'));
      else if (closed.aborted) showOutcomes(this.#subject, outcomes);
    } catch (error) {
      if (!isCancelled(error)) log.error('Nothing was published.', error);
      say(isCancelled(error) ? t('Nothing was sent.') : t('Nothing was sent. {0}', explain(error)));
    } finally {
      for (const { id } of drafts) this.#setBusy(id, undefined);
    }
  }

  /** Reads the outcome of an interrupted publication, once per page; publishing does so again before it sends. */
  async #lookBack(): Promise<void> {
    if (this.#hasLookedBack) return;
    const lookup = { webUrl: webUrlOf(this.#subject), signal: this.#closing.signal };
    await this.#lookingBack.joined(async () => {
      await this.#deps.publishing.checkInterrupted(this.#place, this.#subject.open.account, lookup);
      this.#hasLookedBack = true;
    });
  }

  #setBusy(id: number, state: NonNullable<DraftView['busy']> | undefined): void {
    if (state) this.#busy.set(id, state);
    else this.#busy.delete(id);
    this.#draw();
  }
}
