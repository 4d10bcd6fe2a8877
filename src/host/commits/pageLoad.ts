import { eachPage, everyItem } from '../../client/eachPage.ts';
import { isCancelled } from '../../client/errors.ts';
import type { CommitParts, FromCommitPage, PartName, ToCommitPage } from '../../messages/commitPage.ts';
import type { FailureView } from '../../messages/page.ts';
import { type CommitDetail, listCommitMergeRequests, listCommitRefs, listCommitStatuses } from '../../wire/commits.ts';
import { explain } from '../explain.ts';
import type { Log } from '../log.ts';
import type { CommitChanges } from './changes.ts';
import type { CommitDetails, CommitPlace } from './details.ts';
import { type CommitSubject, placeOfSubject } from './subject.ts';
import { commitView, fileView, mergeRequestView, refsView, signatureView, statusView } from './pageViews.ts';

type Retry = Extract<FromCommitPage, { type: 'retry' }>['what'];

/** Loads one commit for its page: the head and the files at once, the other parts as they come, each on its own. */
export class CommitPageLoad {
  readonly subject: CommitSubject;
  /** Addresses the page may open, by what they belong to; only these are ever opened for it. */
  readonly links = new Map<string, string>();
  readonly #place: CommitPlace;
  readonly #sources: { readonly details: CommitDetails; readonly changes: CommitChanges; readonly log: Log };
  readonly #post: (message: ToCommitPage) => void;
  #run = new AbortController();
  /** Parts that came; a page that was hidden and is shown again gets them without a request. */
  readonly #came = new Map<PartName, CommitParts[PartName]>();
  #commit: CommitDetail | undefined;

  constructor(
    subject: CommitSubject,
    sources: { readonly details: CommitDetails; readonly changes: CommitChanges; readonly log: Log },
    post: (message: ToCommitPage) => void,
  ) {
    this.subject = subject;
    this.#sources = sources;
    this.#post = post;
    this.#place = placeOfSubject(subject);
  }

  /** The commit, once it has been read. */
  get commit(): CommitDetail | undefined {
    return this.#commit;
  }

  get place(): CommitPlace {
    return this.#place;
  }

  /** Sends everything to a page that has just begun to listen. */
  start(): void {
    this.#run.abort();
    this.#run = new AbortController();
    const { signal } = this.#run;
    void this.#loadCommit(signal);
    void this.#loadFiles(signal);
    for (const name of ['signature', 'refs', 'mergeRequests', 'statuses'] as const) void this.#loadPart(name, signal);
  }

  /** Loads again what had failed. */
  retry(what: Retry): void {
    const { signal } = this.#run;
    if (what === 'commit') this.start();
    else if (what === 'files') void this.#loadFiles(signal);
    else void this.#loadPart(what, signal);
  }

  dispose(): void {
    this.#run.abort();
  }

  async #loadCommit(signal: AbortSignal): Promise<void> {
    try {
      const commit = await this.#sources.details.read(this.#place, { signal });
      if (signal.aborted) return;
      this.#commit = commit;
      this.#link('pipeline', commit.last_pipeline?.web_url);
      this.#post({ type: 'commit', commit: commitView(commit, this.subject.open.project.path_with_namespace) });
    } catch (error) {
      const failure = this.#failure('The commit could not be read.', error, signal);
      if (failure) this.#post({ type: 'failed', failure });
    }
  }

  async #loadFiles(signal: AbortSignal): Promise<void> {
    this.#post({ type: 'files', files: [], restart: true, complete: false });
    try {
      for await (const changes of this.#sources.changes.pages(this.#place, signal)) {
        if (signal.aborted) return;
        this.#post({ type: 'files', files: changes.map(fileView), restart: false, complete: false });
      }
      this.#post({ type: 'files', files: [], restart: false, complete: true });
    } catch (error) {
      const failure = this.#failure('The files of the commit could not be read.', error, signal);
      if (failure) this.#post({ type: 'filesFailed', failure });
    }
  }

  async #loadPart<K extends PartName>(name: K, signal: AbortSignal): Promise<void> {
    const post = (view: unknown): void => this.#post({ type: 'part', part: { name, view } } as ToCommitPage);
    post({ state: 'loading' });
    try {
      const value = this.#came.get(name) ?? (await this.#readPart(name, signal));
      if (signal.aborted) return;
      // what jobs report changes from minute to minute
      if (name !== 'statuses') this.#came.set(name, value);
      post({ state: 'ready', value });
    } catch (error) {
      const failure = this.#failure(`The part ${name} of the commit could not be read.`, error, signal);
      if (failure) post({ state: 'failed', failure });
    }
  }

  async #readPart(name: PartName, signal: AbortSignal): Promise<CommitParts[PartName]> {
    const { client, project, sha } = this.#place;
    const parameters = { id: project, sha, per_page: 100 };
    switch (name) {
      case 'signature':
        return signatureView(await this.#sources.details.signature(this.#place, { signal }));
      case 'refs': {
        const { items, next } = await client.send(listCommitRefs, parameters, { signal });
        return refsView(items, next !== undefined);
      }
      case 'mergeRequests': {
        const items = await everyItem(eachPage(client, listCommitMergeRequests, parameters, { signal }));
        const views = items.map(mergeRequestView);
        for (const { reference, url } of views) this.#link(`mergeRequest ${reference}`, url);
        return views;
      }
      case 'statuses': {
        const items = await everyItem(eachPage(client, listCommitStatuses, parameters, { signal }));
        const views = items.map(statusView);
        for (const view of views) this.#link(`status ${view.id}`, view.url);
        return views;
      }
    }
  }

  #link(key: string, url: string | null | undefined): void {
    if (url != null) this.links.set(key, url);
  }

  /** What to tell the page; nothing when the load was given up. */
  #failure(what: string, error: unknown, signal: AbortSignal): FailureView | undefined {
    if (signal.aborted || isCancelled(error)) return undefined;
    this.#sources.log.error(what, error);
    return { message: explain(error), retryable: true };
  }
}
