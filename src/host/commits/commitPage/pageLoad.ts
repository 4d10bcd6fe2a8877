import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import type { CommitParts, FileView, FromCommitPage, PartName, ToCommitPage } from '../../../messages/commitPage.ts';
import type { FailureView } from '../../../messages/page.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { CommitDetail } from '../../../wire/commits.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import { failureView } from '../../kit/words/explain.ts';
import { projectAndAccount } from '../../kit/words/format.ts';
import type { Log } from '../../shell/log.ts';
import type { CommitChanges } from '../changes.ts';
import type { CommitDetails, CommitPlace } from '../details.ts';
import { type CommitSubject, placeOfSubject } from '../subject.ts';
import { PageFiles, type PageFileSources } from './pageDiffs.ts';
import { type CommitPartReader, partNames } from './partReader.ts';
import { PageRefs } from './pageRefs.ts';
import { commitView, fileView, mergeRequestView } from './pageViews.ts';

type Retry = Extract<FromCommitPage, { type: 'retry' }>['what'];

/** A separately loaded and cancellable part. */
type Piece = Extract<FromCommitPage, { type: 'stop' }>['what'];

/** Sources shared by all commit pages. */
export interface PageSources extends PageFileSources {
  readonly details: CommitDetails;
  readonly changes: CommitChanges;
  readonly parts: CommitPartReader;
  readonly log: Log;
}

/** Abort reason for a cancellation by the user. */
const givenUp = new Error('given up by the reader');

/** Loads one commit for its page; each part loads and fails on its own. */
export class CommitPageLoad {
  readonly subject: CommitSubject;
  /** URLs the page may open, by key; no others are opened for it. */
  readonly links = new Map<string, string>();
  /** Merge requests that contain the commit, by the references on the page. */
  readonly requests = new Map<string, MergeRequest>();
  readonly files: PageFiles;
  readonly refs: PageRefs;
  readonly #place: CommitPlace;
  readonly #sources: PageSources;
  readonly #post: (message: ToCommitPage) => void;
  #run = new AbortController();
  readonly #pieces = new Map<Piece, AbortController>();
  #commit: CommitDetail | undefined;

  constructor(subject: CommitSubject, sources: PageSources, post: (message: ToCommitPage) => void) {
    this.subject = subject;
    this.#sources = sources;
    this.#post = post;
    this.#place = placeOfSubject(subject);
    this.files = new PageFiles(this.#place, sources, post);
    this.refs = new PageRefs(this.#place, sources, post);
  }

  /** Undefined until loaded. */
  get commit(): CommitDetail | undefined {
    return this.#commit;
  }

  get place(): CommitPlace {
    return this.#place;
  }

  /** Sends the whole state to a page that is ready. */
  start(): void {
    this.#run.abort();
    this.#run = new AbortController();
    const { signal } = this.#run;
    void this.#loadCommit(signal);
    void this.#loadFiles();
    for (const name of partNames) void this.#loadPart(name);
  }

  /** Posts the header again from the shared cache. */
  showCommit(): void {
    const known = this.#sources.details.known(this.#place);
    if (this.#commit !== undefined && known !== undefined) this.#postCommit(known);
  }

  retry(what: Retry): void {
    if (what === 'commit') this.start();
    else if (what === 'files') void this.#loadFiles();
    else void this.#loadPart(what);
  }

  /** Cancels one part; the page can request it again. */
  stop(what: Piece): void {
    this.#pieces.get(what)?.abort(givenUp);
  }

  dispose(): void {
    this.#run.abort();
    this.files.dispose();
    this.refs.replace(undefined);
  }

  async #loadCommit(signal: AbortSignal): Promise<void> {
    try {
      const commit = await this.#sources.details.read(this.#place, { signal });
      if (signal.aborted) return;
      this.#postCommit(commit);
    } catch (error) {
      const failure = this.#failure('The commit could not be read.', error, signal);
      if (failure) this.#post({ type: 'failed', failure });
    }
  }

  #postCommit(commit: CommitDetail): void {
    this.#commit = commit;
    this.#link('pipeline', commit.last_pipeline?.web_url);
    this.#post({ type: 'commit', commit: commitView(commit, projectAndAccount(this.subject.open)) });
  }

  async #loadFiles(): Promise<void> {
    const signal = this.#start('files');
    this.#post({ type: 'files', files: [], restart: true, complete: false });
    try {
      for await (const changes of this.#sources.changes.pages(this.#place, signal)) {
        signal.throwIfAborted();
        this.#post({
          type: 'files',
          files: changes.map((change) => this.#fileView(change)),
          restart: false,
          complete: false,
        });
      }
      this.#post({ type: 'files', files: [], restart: false, complete: true });
    } catch (error) {
      const failure = this.#failure('The files of the commit could not be read.', error, signal);
      if (failure) this.#post({ type: 'filesFailed', failure });
    }
  }

  /** Includes a cached diff that the server left out. */
  #fileView(change: FileChange): FileView {
    const view = fileView(change);
    const made = view.loadable ? this.files.made(view.newPath) : undefined;
    if (made === undefined) return view;
    return 'diff' in made
      ? { ...view, diff: made.diff, note: undefined, loadable: false }
      : { ...view, note: made.note, loadable: false };
  }

  async #loadPart(name: PartName): Promise<void> {
    const signal = this.#start(name);
    const post = (view: unknown): void => this.#post({ type: 'part', part: { name, view } } as ToCommitPage);
    if (name === 'refs') this.refs.replace(undefined);
    post({ state: 'loading' });
    try {
      const { value, links, requests = [] } = await this.#sources.parts.read(name, this.#place, signal);
      signal.throwIfAborted();
      for (const mergeRequest of requests) this.requests.set(mergeRequestView(mergeRequest).reference, mergeRequest);
      for (const [key, address] of links) this.#link(key, address);
      if (name === 'refs') this.refs.replace(value as CommitParts['refs']);
      post({ state: 'ready', value });
    } catch (error) {
      const failure = this.#failure(`The part ${name} of the commit could not be read.`, error, signal);
      if (failure) post({ state: 'failed', failure });
    }
  }

  /** Aborts with the page or when the user cancels this part. */
  #start(what: Piece): AbortSignal {
    const piece = new AbortController();
    this.#pieces.set(what, piece);
    return AbortSignal.any([this.#run.signal, piece.signal]);
  }

  #link(key: string, url: string | null | undefined): void {
    if (url != null) this.links.set(key, url);
  }

  /** Failure to show; undefined when the page itself was aborted. */
  #failure(what: string, error: unknown, signal: AbortSignal): FailureView | undefined {
    if (signal.aborted && signal.reason === givenUp) {
      return { message: vscode.l10n.t('Loaded in part: you cancelled.'), retryable: true, stopped: true };
    }
    if (signal.aborted || isCancelled(error)) return undefined;
    this.#sources.log.error(what, error);
    return failureView(error);
  }
}
