import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import type { TextPlace } from '../../messages/conversation.ts';
import type {
  FromMergeRequestPage,
  MergeRequestPageState,
  PartMessage,
  PartName,
  MergeRequestParts,
  ToMergeRequestPage,
} from '../../messages/mergeRequestPage.ts';
import type { Handlers, PartView } from '../../messages/page.ts';
import type { ToReview } from '../../messages/review.ts';
import { LatestReading } from '../../model/latestReading.ts';
import { createQueue } from '../../model/queue.ts';
import { mergeability, needsFastForward } from '../../model/mergeRequests/mergeability.ts';
import { readTrain } from '../../model/mergeRequests/trains.ts';
import { readLogEnd } from '../../model/mergeRequests/pipelines.ts';
import { placeKey, type ReviewDrafts, type ReviewPlace } from '../../model/reviews/drafts.ts';
import { recordedLevels, roles } from '../../model/role.ts';
import { setResolved } from '../../model/reviews/threads.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { failureView } from '../kit/words/explain.ts';
import { lostWriteMessage } from '../kit/words/lostWrites.ts';
import { visible } from '../kit/words/format.ts';
import { call } from '../kit/areaCommands.ts';
import { isBranchOf } from '../kit/git/ofBranch.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import type { Page } from '../kit/pages/page.ts';
import type { PageReview, ReviewsArea, ReviewSubject } from '../reviews/area.ts';
import { act } from './act.ts';
import type { ActedOn } from './actedOn.ts';
import type { Forms } from './create/forms.ts';
import { actionViews } from './actionViews.ts';
import { readConflicts } from './conflicts.ts';
import { offerCleanUp } from './cleanUp.ts';
import { editFact, readIsDeveloper } from './details.ts';
import { nothingRead, type PartReaders, partReaders } from './partReaders.ts';
import { pipelineHandlers } from './pipelineHandlers.ts';
import { tickTask } from './tickTask.ts';
import { requestTexts } from './texts.ts';
import { activityView, conversationView, filesView, mergeRequestView } from './views.ts';

/** Session of an open merge request page. */
export class MergeRequestSession implements vscode.Disposable {
  readonly subject: ReviewSubject;
  readonly place: ReviewPlace;
  readonly key: string;
  readonly #area: ReviewsArea;
  readonly #forms: Forms;
  readonly #page: Page<ToMergeRequestPage>;
  readonly #store: ReviewDrafts;
  readonly #texts: ReturnType<typeof requestTexts>;
  readonly #review: PageReview;
  readonly #readers: PartReaders;
  readonly #core = new LatestReading();
  /** Serial: all ticks change the description. */
  readonly #ticks = createQueue(1);
  readonly #parts = new Map<PartName, LatestReading>();
  readonly #closing = new AbortController();
  readonly #subscriptions: vscode.Disposable[];
  /** Last read data, the source of the views. */
  readonly #state = nothingRead();
  /** Last messages, resent when the page reloads. */
  readonly #shown = new Map<PartName, PartMessage>();
  /** Milliseconds since 1970. */
  readonly #readAtMs = new Map<PartName | 'request', number>();
  #mergeRequest: MergeRequestDetail | undefined;
  #isListening = false;
  /** Sent to the page once it is ready. */
  #textToShow: TextPlace | undefined;

  constructor(
    subject: ReviewSubject,
    { area, forms }: { readonly area: ReviewsArea; readonly forms: Forms },
    page: Page<ToMergeRequestPage>,
  ) {
    const { open, request } = subject;
    this.subject = subject;
    this.place = { client: open.client, account: open.account.id, project: open.project.id, iid: request.iid };
    this.key = placeKey(this.place);
    this.#area = area;
    this.#state.isDeveloper = recordedLevels(open.project).some((level) => level >= roles.developer);
    this.#forms = forms;
    this.#page = page;
    const { account, project, iid } = this.place;
    const state: MergeRequestPageState = { account, project: String(project), iid };
    page.draw(`!${iid} ${visible(request.title)}`, state);
    const { reviews } = area;
    this.#store = reviews.stores.of(this.place);
    this.#texts = requestTexts(area, this.#store, page.post);
    this.#review = area.reviewOnPage(subject, page.post);
    this.#readers = partReaders(area, this.place, open, this.#state);
    this.#subscriptions = [
      this.#texts,
      this.#review,
      { dispose: this.#store.onDidChange(() => this.#drawThreads()) },
      { dispose: reviews.reactions.show(this.#store) },
      reviews.viewed.onDidChange((key) => {
        if (key === undefined || key === this.key) this.#drawFiles();
      }),
      area.currentBranch.onDidChange(() => void this.#readBranch()),
      reviews.live.onDidChange((place) => {
        if (placeKey(place) === this.key) void this.#readAgain();
      }),
      reviews.live.onDidMove((key) => {
        if (key === this.key) void this.#readAgain();
      }),
    ];
  }

  get handlers(): Handlers<FromMergeRequestPage> {
    return {
      ...this.#texts.handlers,
      ...this.#review.handlers,
      ready: () => {
        this.#isListening = true;
        this.#texts.start();
        this.#review.pageReady();
        if (this.#textToShow) this.showText(this.#textToShow);
        this.#textToShow = undefined;
        if (this.#mergeRequest) this.#drawMergeRequest(this.#mergeRequest);
        for (const message of this.#shown.values()) this.#post(message);
        this.#drawThreads();
        return this.#core.joined((signal) => this.#read(signal, 'look'));
      },
      refresh: () => this.load(),
      retry: ({ name }) => (name === 'activity' ? this.#store.load() : this.#readPart(name)),
      openInBrowser: () => openInBrowser(this.#webUrl),
      ...pipelineHandlers(this.subject.open, this.#state, () => this.#readPart('pipelines')),
      readLog: ({ job }) => this.#readLog(job),
      openCommit: ({ sha }) => call('graft.reviews.openCommit', { ...this.subject, sha }),
      openChanges: () => call('graft.reviews.openChanges', this.#row),
      openFile: ({ path }) => {
        const { files } = this.#state;
        const change = files?.kind === 'ready' ? files.files.find(({ newPath }) => newPath === path) : undefined;
        const row = { kind: 'requestFile', parent: this.#row, change };
        return change && call('graft.reviews.openFile', row);
      },
      markViewed: ({ path, isViewed }) => {
        const { files } = this.#state;
        if (files?.kind !== 'ready') return undefined;
        const change = files.files.find(({ newPath }) => newPath === path);
        const { viewed } = this.#area.reviews;
        return change && viewed.mark(this.place, [{ change, version: files.version, isViewed }]);
      },
      openThread: ({ id }) => {
        const thread = this.#store.discussions.find((each) => each.id === id);
        return thread && this.#area.showThread(this.place, thread);
      },
      act: async ({ action }) => {
        const on = this.#actedOn;
        if (on) await act(on, action);
      },
      editFact: ({ fact }) => this.#actedOn && editFact(this.#actedOn, fact),
      changeReviewer: async ({ change }) => {
        await call('graft.reviews.changeReviewers', this.subject, change);
        await this.#readPart('reviewers');
      },
      tick: ({ line, isDone }) => this.#ticks(() => this.#tick(line, isDone)),
      resolve: ({ id, resolved }) => this.#resolve(id, resolved),
      react: (wanted) => this.#area.reviews.reactions.react(this.#store, wanted),
      applySuggestion: async ({ id }) => {
        const thread = this.#store.discussions.find((each) => each.id === id);
        if (thread === undefined) return;
        await this.#area.applySuggestion(this.#store, { notes: thread.notes, changed: () => this.load() });
      },
    };
  }

  get isVisible(): boolean {
    return this.#page.isVisible();
  }

  /** A hidden page reloads when visible again. */
  setVisible(isVisible: boolean): void {
    if (isVisible) return;
    this.#isListening = false;
    this.#review.rest();
  }

  show(what: 'showReview' | 'showOverview'): void {
    this.#review.show(what);
  }

  /** Reveals the editor of a comment. */
  showText(place: TextPlace): void {
    if (this.#isListening) this.#post({ type: 'showText', place });
    else this.#textToShow = place;
  }

  /** Posts a message once the review is drawn. */
  post(message: ToReview): void {
    this.#review.post(message);
  }

  /** Reloads everything, the record first; the old content stays until then. */
  async load(): Promise<void> {
    const page = this.#core.restarted((signal) => this.#read(signal, 'load'));
    await Promise.all([page, this.#review.isOpen && this.#review.load()]);
  }

  /** Reloads without threads: live updates load those themselves. */
  #readAgain(): Promise<void> {
    return this.#core.restarted((signal) => this.#read(signal));
  }

  dispose(): void {
    this.#closing.abort();
    this.#core.end();
    for (const reading of this.#parts.values()) reading.end();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  get #row() {
    const { open, request } = this.subject;
    return { kind: 'request', group: 'mine', generation: 0, open, request };
  }

  get #webUrl(): string {
    const { open, request } = this.subject;
    return this.#mergeRequest?.web_url ?? request.web_url ?? `${open.project.web_url}/-/merge_requests/${request.iid}`;
  }

  get #actedOn(): ActedOn | undefined {
    const { subject, place } = this;
    const mergeRequest = this.#mergeRequest;
    const reload = async (): Promise<void> => {
      this.#area.reviews.view.refreshPlace(place);
      await this.load();
    };
    return (
      mergeRequest && { ...this.#state, area: this.#area, forms: this.#forms, subject, place, mergeRequest, reload }
    );
  }

  async #tick(line: number, isDone: boolean): Promise<void> {
    const on = this.#actedOn;
    const description = on && (await tickTask(on, line, isDone));
    if (this.#mergeRequest === undefined || description === undefined) return;
    this.#mergeRequest = { ...this.#mergeRequest, description };
    this.#drawMergeRequest(this.#mergeRequest);
  }

  #post(message: ToMergeRequestPage): void {
    if (this.#isListening) this.#page.post(message);
  }

  async #read(signal: AbortSignal, threads?: 'look' | 'load'): Promise<void> {
    const { client, project, iid } = this.place;
    client.stopSharing();
    try {
      const counts = needsFastForward(this.subject.open.project) ? { include_diverged_commits_count: true } : {};
      const asked = { id: project, merge_request_iid: iid, ...counts };
      const mergeRequest = await client.send(getMergeRequest, asked, { signal });
      if (signal.aborted) return;
      if (this.#mergeRequest?.state === 'opened' && mergeRequest.state === 'merged')
        void offerCleanUp(this.#area, this, mergeRequest);
      this.#mergeRequest = mergeRequest;
      this.#readAtMs.set('request', Date.now());
      this.#page.setTitle(`!${iid} ${visible(mergeRequest.title)}`);
      this.#drawMergeRequest(mergeRequest);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      this.#area.log.error(`The merge request !${iid} could not be read.`, error);
      this.#post({ type: 'failed', failure: failureView(error, this.#readAtMs.get('request')) });
    }
    const names = Object.keys(this.#readers) as (keyof PartReaders)[];
    await Promise.all([
      this.#readTrain(signal),
      this.#readRole(signal),
      this.#readBranch(),
      this.#readConflicts(signal),
      threads && this.#store[threads](),
      ...names.map((name) => this.#readPart(name)),
    ]);
  }

  #drawMergeRequest(mergeRequest: MergeRequestDetail): void {
    this.#post({ type: 'request', request: mergeRequestView(this.subject.open, mergeRequest, this.#state) });
    this.#drawActions();
  }

  #drawActions(): void {
    if (this.#mergeRequest === undefined) return;
    const known = { ...this.#state, clients: this.#area.clients };
    this.#post({ type: 'actions', actions: actionViews(this.subject.open, this.#mergeRequest, known) });
  }

  async #readBranch(): Promise<void> {
    const mergeRequest = this.#mergeRequest;
    const { open } = this.subject;
    // the current project may be the fork
    const home = this.#area.project.open;
    const isHome = home?.account.id === open.account.id && home.project.id === mergeRequest?.source_project_id;
    const within = isHome ? home : open;
    const found = await this.#area.currentBranch.of(within);
    if (mergeRequest === undefined || this.#closing.signal.aborted) return;
    const isIt = found !== undefined && isBranchOf(found.name, mergeRequest, within);
    this.#state.checkedOut = isIt ? found.name : undefined;
    this.#drawActions();
  }

  async #readRole(signal: AbortSignal): Promise<void> {
    if (this.#state.isDeveloper) return;
    this.#state.isDeveloper = await readIsDeveloper(this.subject.open, signal);
    if (!signal.aborted && this.#mergeRequest) this.#drawMergeRequest(this.#mergeRequest);
  }

  /** Reads the merge train if enabled; a failure hides the position. */
  async #readTrain(signal: AbortSignal): Promise<void> {
    const mergeRequest = this.#mergeRequest;
    if (mergeRequest?.state !== 'opened' || this.subject.open.project.merge_trains_enabled !== true) return;
    this.#state.train = await readTrain(this.place, mergeRequest.target_branch, signal).catch((error: unknown) => {
      if (!signal.aborted)
        this.#area.log.error(`The merge train of ${mergeRequest.target_branch} could not be read.`, error);
      return undefined;
    });
    if (signal.aborted) return;
    this.#drawMergeRequest(mergeRequest);
  }

  async #readConflicts(signal: AbortSignal): Promise<void> {
    const mergeRequest = this.#mergeRequest;
    const isConflict = mergeRequest !== undefined && mergeability(mergeRequest).reasons.includes('conflict');
    const found = isConflict ? await readConflicts(this.#area, this.subject.open, mergeRequest, signal) : undefined;
    if (signal.aborted) return;
    this.#state.conflicts = found;
    if (isConflict) this.#drawMergeRequest(mergeRequest);
  }

  /** Reads one part; a failure is shown in its place. */
  async #readPart<Name extends keyof PartReaders>(name: Name): Promise<void> {
    let reading = this.#parts.get(name);
    if (reading === undefined) this.#parts.set(name, (reading = new LatestReading()));
    await reading.restarted(async (signal) => {
      try {
        await this.#readers[name](signal, (value) => {
          if (signal.aborted) return;
          this.#readAtMs.set(name, Date.now());
          this.#postPart(name, { state: 'ready', value });
        });
        if (name === 'approvals' && !signal.aborted) this.#drawActions();
        // threads show if they are outdated
        if (name === 'files' && !signal.aborted) this.#drawThreads();
      } catch (error) {
        if (signal.aborted || isCancelled(error)) return;
        this.#area.log.error(`A part of !${this.place.iid} could not be read: ${name}.`, error);
        this.#postPart(name, { state: 'failed', failure: failureView(error, this.#readAtMs.get(name)) });
      }
    });
  }

  #postPart<Name extends PartName>(name: Name, view: PartView<MergeRequestParts[Name]>): void {
    const message = { type: 'part', name, view } as PartMessage;
    if (view.state === 'ready') this.#shown.set(name, message);
    this.#post(message);
  }

  #drawFiles(): void {
    const { files } = this.#state;
    if (files === undefined) return;
    this.#postPart('files', { state: 'ready', value: filesView(files, this.#area.reviews.viewed.of(this.place)) });
  }

  #drawThreads(): void {
    const { phase, error, ...review } = this.#store.state;
    const { readAtMs } = this.#store;
    if (readAtMs !== undefined) {
      const value = conversationView(this.subject.open, review, this.#state.files);
      this.#post({ type: 'conversation', view: { state: 'ready', value }, isRefreshing: false });
      this.#postPart('activity', { state: 'ready', value: activityView(review.discussions) });
      this.#post({ type: 'pending', drafts: this.#review.pending });
    }
    if (phase !== 'failed') return;
    const view = { state: 'failed', failure: failureView(error, readAtMs) } as const;
    this.#post({ type: 'conversation', view, isRefreshing: false });
    this.#postPart('activity', view);
  }

  async #readLog(job: number): Promise<void> {
    const owner = this.#state.pipelines[0]?.project_id ?? undefined;
    try {
      const value = await readLogEnd(this.place, { job, owner }, { signal: this.#closing.signal });
      this.#post({ type: 'log', job, view: { state: 'ready', value } });
    } catch (error) {
      if (isCancelled(error)) return;
      this.#area.log.error(`The log of job ${job} could not be read.`, error);
      this.#post({ type: 'log', job, view: { state: 'failed', failure: failureView(error) } });
    }
  }

  async #resolve(id: string, resolved: boolean): Promise<void> {
    if (this.#area.reviews.isReadOnly(this.place.account)) return;
    const written = await setResolved(this.#store, id, resolved);
    if (written.kind !== 'done') void vscode.window.showWarningMessage(lostWriteMessage('thread', written));
  }
}
