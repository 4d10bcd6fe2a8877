import * as vscode from '../../vscode.ts';
import { placeKey, type ReviewDrafts, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { ReviewStores } from '../../../model/reviews/reviewStores.ts';
import type { LineSpan } from '../../../model/reviews/newCommentPosition.ts';
import { sharedSpan } from '../../../model/sharedLines.ts';
import type { CommitFiles, MergeRequestChanges } from '../../../model/reviews/mergeRequestFiles.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { Clients } from '../../shell/clients.ts';
import { explain } from '../../kit/words/explain.ts';
import { type Sheet, ThreadSheets } from '../../kit/texts/threadSheets.ts';
import { soon } from '../../soon.ts';
import type { Log } from '../../shell/log.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import { commentingRanges, type ShownFile } from './commentingRanges.ts';
import type { ReviewComment } from './comments.ts';
import type { UnsentComments } from '../drafts/unsentComments.ts';
import type { NoteReactions } from './reactions.ts';
import { readReviewFile, type ReviewFile, type ReviewFiles } from '../files/reviewFileSystem.ts';
import { shownLines } from '../files/shownLines.ts';
import { type WorkingFile, WorkingFiles } from '../files/workingFiles.ts';
import { placeOfReview, type ReviewSubject } from '../subject.ts';
import type { LiveReviews } from '../view/live.ts';
import type { ReviewsView } from '../view/view.ts';
import { planThreads, type ThreadPlan } from './threadPlans.ts';

/** Controller id, used by menus. */
export const reviewController = 'graft.review';

/** VS Code draws threads before it uses our answer. */
const drawnAfterMs = 500;

/** An open document of a merge request with its threads. */
interface ReviewSheet extends Sheet<ThreadPlan> {
  readonly document: vscode.TextDocument;
  file: ReviewFile;
  /** Lines of the version, for a file on disk. */
  head?: WorkingFile['head'] | undefined;
  readonly store: ReviewDrafts;
  readonly unfollow: () => void;
  readonly unshow: () => void;
}

interface Parts {
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly stores: ReviewStores;
  readonly changes: MergeRequestChanges;
  readonly files: ReviewFiles;
  readonly kept: UnsentComments;
  readonly reactions: NoteReactions;
  /** Lists the merge request of the checked-out branch. */
  readonly branch: ReviewsView['branch'];
  readonly live: Pick<LiveReviews, 'onDidMove'>;
  readonly log: Log;
}

/**
 * Shows threads, drafts and unsaved comments in the diff editors of merge requests and in the files on disk that the one of
 * the checked-out branch changes, and accepts new ones.
 */
export class ReviewThreads extends ThreadSheets<ReviewComment, ThreadPlan, ReviewSheet> implements vscode.Disposable {
  protected readonly controller: vscode.CommentController;
  readonly #new = new Set<vscode.CommentThread>();
  /** By document, once VS Code has asked. */
  readonly #allowsFile = new Map<string, { readonly allowsFile: boolean; readonly atMs: number }>();
  readonly #opened = new vscode.EventEmitter<ReviewPlace>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #parts: Parts;
  readonly #working: WorkingFiles;
  /** Key of the merge request of the checked-out branch. */
  #branch: string | undefined;
  readonly #askAgain: () => void;

  readonly onDidChangeOpen = this.#opened.event;

  constructor(parts: Parts) {
    super();
    this.#parts = parts;
    this.controller = vscode.comments.createCommentController(reviewController, vscode.l10n.t('Merge Request Review'));
    this.showPlaceholder();
    this.#working = new WorkingFiles(parts);
    const ranges = commentingRanges({
      ...parts,
      changeOf: (file) => this.changeOf(file),
      shownIn: (document) => this.#shownIn(document),
      onProvided: ({ uri }, allowsFile) => this.#allowsFile.set(uri.toString(), { allowsFile, atMs: Date.now() }),
    });
    // VS Code asks for the lines of visible documents, and again after each edit
    this.#askAgain = () => {
      this.controller.commentingRangeProvider = ranges;
    };
    this.#askAgain();
    this.#subscriptions = [
      this.controller,
      this.#opened,
      vscode.workspace.onDidOpenTextDocument((document) => this.#open(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#close(document.uri.toString())),
      parts.kept.onDidChange((place) => this.#sheetsOf(placeKey(place)).forEach((sheet) => this.drawSheet(sheet))),
      parts.accounts.onDidChange(() => this.#accountsChanged()),
      parts.branch.onDidListRequest(() => this.#branchListed()),
      parts.live.onDidMove((key) => void this.#headMoved(key)),
    ];
    for (const document of vscode.workspace.textDocuments) this.#open(document);
  }

  /** Merge requests of open documents. */
  get open(): readonly ReviewPlace[] {
    const places = [...this.sheets.values()].map(({ store }) => store.place);
    return [...new Map(places.map((place) => [placeKey(place), place])).values()];
  }

  /** Those with visible editors: closed documents stay open for a while. */
  get inSight(): readonly ReviewPlace[] {
    return this.#visible.filter(({ head }) => head === undefined).map(({ store }) => store.place);
  }

  /** Those with visible files on disk. */
  get onDisk(): readonly ReviewPlace[] {
    return this.#visible.filter(({ head }) => head !== undefined).map(({ store }) => store.place);
  }

  get #visible(): readonly ReviewSheet[] {
    return vscode.window.visibleTextEditors.flatMap(({ document: { uri } }) => this.sheets.get(uri.toString()) ?? []);
  }

  /** The file that a document shows; of a file on disk that of the merge request it is drawn with. */
  fileOf(uri: vscode.Uri): ReviewFile | undefined {
    return readReviewFile(uri) ?? this.sheets.get(uri.toString())?.file;
  }

  /** Lines of a document in the version of its file; undefined if it does not have them. 1-based, inclusive. */
  spanOf(uri: vscode.Uri, lines: Pick<LineSpan, 'first' | 'last'>): LineSpan | undefined {
    const sheet = this.sheets.get(uri.toString());
    const span = sheet && sharedSpan(shownLines(sheet.document, sheet.head).runs, lines);
    return span && { side: sheet.file.side, ...span };
  }

  /** Undefined once the account has been removed. */
  storeOf(file: Pick<ReviewFile, 'account' | 'project' | 'iid'>): ReviewDrafts | undefined {
    const account = this.#parts.accounts.get(file.account);
    if (account === undefined) return undefined;
    const { project, iid } = file;
    return this.#parts.stores.of({ client: this.#parts.clients.of(account), account: account.id, project, iid });
  }

  /** Undefined when the merge request has a newer version. */
  async changeOf(file: ReviewFile): Promise<FileChange | undefined> {
    const store = this.storeOf(file);
    if (store === undefined) return undefined;
    if (file.commit !== undefined)
      return changeIn(await this.#parts.changes.readOfCommit(store.place, file.commit), file);
    const read = this.#parts.changes.known(store.place) ?? (await this.#parts.changes.read(store.place));
    if (read.kind !== 'ready' || read.version.headSha !== file.refs.headSha) return undefined;
    return changeIn(read, file);
  }

  /** Like {@link changeOf}, from the cache. */
  knownChangeOf(file: ReviewFile): FileChange | undefined {
    if (file.commit !== undefined) return changeIn(this.#parts.changes.knownOfCommit(file, file.commit), file);
    const read = this.#parts.changes.known(file);
    return read?.version.headSha === file.refs.headSha ? changeIn(read, file) : undefined;
  }

  /** Waits briefly; undefined when the draft isn't drawn. */
  commentOf(draft: Pick<DraftNote, 'id'>): Promise<ReviewComment | undefined> {
    return soon(() =>
      this.threads
        .flatMap(({ comments }) => comments as readonly ReviewComment[])
        .find(({ subject }) => subject.kind === 'draft' && subject.draft.id === draft.id),
    );
  }

  /** Expands a published thread; waits briefly until it is drawn. */
  async unfold(uri: vscode.Uri, discussionId: string): Promise<void> {
    const drawn = await soon(() => this.sheets.get(uri.toString())?.threads.get(discussionId));
    if (drawn === undefined) return;
    // VS Code doesn't report collapsing by the user, and ignores an unchanged state
    drawn.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    drawn.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  /** For boxes that open from now on. */
  showPlaceholder(
    placeHolder: string = vscode.l10n.t('Write a comment. It stays pending until you publish your review.'),
  ): void {
    this.controller.options = { prompt: vscode.l10n.t('Reply…'), placeHolder };
  }

  /**
   * Starts a second thread on lines or a file that have one, where VS Code's command would only toggle that. Undefined when
   * they have none. `isNew`: also there, for a document whose lines VS Code does not know yet.
   */
  startBeside(uri: vscode.Uri, range: vscode.Range | undefined, isNew = false): vscode.CommentThread | undefined {
    const isTaken = [...this.threads, ...this.#new].some(
      (thread) => thread.uri.toString() === uri.toString() && thread.range?.end.line === range?.end.line,
    );
    return isTaken || isNew ? this.begin(uri, range) : undefined;
  }

  /** Starts a thread on lines or, without a range, on the whole file. */
  begin(uri: vscode.Uri, range: vscode.Range | undefined): vscode.CommentThread {
    // the range of a file must be undefined from the start, against the type
    const thread = this.controller.createCommentThread(uri, range as vscode.Range, []);
    thread.label = range ? vscode.l10n.t('New comment') : vscode.l10n.t('Comment on File');
    thread.contextValue = 'new';
    thread.canReply = true;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.#new.add(thread);
    return thread;
  }

  /** Undefined until VS Code, which asks for each shown editor, knows whether it may start threads on the whole file. */
  allowsFile(uri: vscode.Uri, shownAtMs: number): boolean | undefined {
    const answer = this.#allowsFile.get(uri.toString());
    const isKnown = answer && answer.atMs >= shownAtMs && Date.now() - answer.atMs >= drawnAfterMs;
    return isKnown ? answer.allowsFile : undefined;
  }

  /** Disposes a new thread. */
  end(thread: vscode.CommentThread): void {
    this.#new.delete(thread);
    thread.dispose();
  }

  /** Closes the editor of a comment; other editors stay open. */
  endEdit(place: Pick<ReviewPlace, 'account' | 'project' | 'iid'>, comment: Pick<ReviewComment, 'subject'>): void {
    this.endEditIn(this.#sheetsOf(placeKey(place)), comment as ReviewComment);
  }

  dispose(): void {
    for (const key of [...this.sheets.keys()]) this.#close(key);
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** Draws a merge request in a file on disk. False if it does not change the file. Rejects if that can't be read. */
  async openOnDisk(document: vscode.TextDocument, subject: ReviewSubject): Promise<boolean> {
    const found = await this.#working.of(document, subject);
    const key = document.uri.toString();
    const sheet = this.sheets.get(key);
    const isSame = sheet !== undefined && placeKey(sheet.store.place) === placeKey(placeOfReview(subject));
    if (found === undefined || !isSame) this.#close(key);
    if (found === undefined || document.isClosed) return false;
    if (!isSame) this.#show(document, found);
    else this.drawSheet(Object.assign(sheet, found));
    return true;
  }

  async #shownIn(document: vscode.TextDocument): Promise<ShownFile | undefined> {
    const { request } = this.#parts.branch;
    const branch = this.#branch;
    const key = document.uri.toString();
    this.#open(document);
    if (document.uri.scheme === 'file' && request) await this.openOnDisk(document, request);
    if (branch !== this.#branch && document.uri.scheme === 'file') this.#close(key);
    const sheet = this.sheets.get(key);
    return sheet && { file: sheet.file, ...shownLines(document, sheet.head) };
  }

  /** Closes the files on disk of another branch. */
  #branchListed(): void {
    const { request } = this.#parts.branch;
    const branch = request && placeKey(placeOfReview(request));
    if (branch === this.#branch) return;
    this.#branch = branch;
    for (const [key, { head }] of [...this.sheets]) if (head !== undefined) this.#close(key);
    this.#askAgain();
  }

  /** Reads the newest version of a merge request that is drawn in files on disk. */
  async #headMoved(key: string): Promise<void> {
    const { branch, changes, log } = this.#parts;
    if (key !== this.#branch || branch.request === undefined) return;
    try {
      await changes.read(placeOfReview(branch.request));
      this.#askAgain();
    } catch (error) {
      log.error('The newest version of a merge request could not be read.', error);
    }
  }

  #open(document: vscode.TextDocument): void {
    const file = readReviewFile(document.uri);
    if (file && !this.sheets.has(document.uri.toString())) this.#show(document, { file });
  }

  #show(
    document: vscode.TextDocument,
    shown: { readonly file: ReviewFile; readonly head?: WorkingFile['head'] },
  ): void {
    const store = this.storeOf(shown.file);
    if (store === undefined) return;
    const sheet: ReviewSheet = {
      ...shown,
      uri: document.uri,
      document,
      store,
      threads: new Map(),
      unfollow: store.onDidChange(() => this.drawSheet(sheet)),
      unshow: this.#parts.reactions.show(store),
    };
    this.sheets.set(document.uri.toString(), sheet);
    this.drawSheet(sheet);
    this.#opened.fire(store.place);
    void store.start().then(() => {
      if (store.state.phase === 'failed') this.#reportFailed(store, shown.head === undefined);
      return this.#parts.kept.deleteSaved(store.place, store.drafts);
    });
  }

  #reportFailed({ place, state: { error } }: ReviewDrafts, isAsked: boolean): void {
    this.#parts.log.error('The threads of a merge request could not be read.', error);
    if (!isAsked) return;
    const { t } = vscode.l10n;
    const retry = t('Retry');
    void vscode.window
      .showWarningMessage(t('The threads of !{0} could not be read: {1}', place.iid, explain(error)), retry)
      .then((answer) => {
        if (answer === retry) void this.#parts.stores.of(place).load();
      });
  }

  #close(key: string): void {
    this.#allowsFile.delete(key);
    const sheet = this.sheets.get(key);
    if (sheet === undefined) return;
    this.dropSheet(sheet);
    sheet.unfollow();
    sheet.unshow();
    for (const thread of [...this.#new]) if (thread.uri.toString() === key) this.end(thread);
    this.#opened.fire(sheet.store.place);
  }

  /** Hides threads of removed accounts. */
  #accountsChanged(): void {
    for (const [key, { file }] of [...this.sheets]) {
      if (this.#parts.accounts.get(file.account) === undefined) this.#close(key);
    }
    for (const document of vscode.workspace.textDocuments) this.#open(document);
  }

  #sheetsOf(key: string): readonly ReviewSheet[] {
    return [...this.sheets.values()].filter(({ store }) => placeKey(store.place) === key);
  }

  protected override plansOf({ file, document, head, store }: ReviewSheet): readonly ThreadPlan[] | undefined {
    const account = this.#parts.accounts.get(file.account);
    if (account === undefined) return undefined;
    const unsent = this.#parts.kept.of(store.place);
    const isSending = (key: string): boolean => this.#parts.kept.isSending(key);
    const lines = shownLines(document, head);
    return planThreads({ file, lines, review: store.state, unsent, isSending, account });
  }

  protected override subjectOf(comment: vscode.Comment): string {
    const { subject } = comment as ReviewComment;
    if (subject.kind === 'note') return `note ${subject.note.id}`;
    return subject.kind === 'draft' ? `draft ${subject.draft.id}` : `kept ${subject.kept.key}`;
  }
}

const changeIn = (read: Pick<CommitFiles, 'files'> | undefined, file: ReviewFile): FileChange | undefined =>
  read?.files.find(({ oldPath, newPath }) => oldPath === file.oldPath && newPath === file.newPath);
