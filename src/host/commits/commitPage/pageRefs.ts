import { isCancelled } from '../../../client/errors.ts';
import type { RefsView, ToCommitPage } from '../../../messages/commitPage.ts';
import type { CommitRef } from '../../../wire/commits.ts';
import { failureView } from '../../kit/words/explain.ts';
import type { Log } from '../../shell/log.ts';
import type { CommitPlace } from '../details.ts';
import type { CommitPartReader } from './partReader.ts';
import { refsView } from './pageViews.ts';

/** Branches and tags on a commit page: the first page, or all on request. */
export class PageRefs {
  readonly #place: CommitPlace;
  readonly #parts: CommitPartReader;
  readonly #log: Log;
  readonly #post: (message: ToCommitPage) => void;
  #shown: RefsView | undefined;
  #run: AbortController | undefined;

  constructor(
    place: CommitPlace,
    sources: { readonly parts: CommitPartReader; readonly log: Log },
    post: (message: ToCommitPage) => void,
  ) {
    this.#place = place;
    this.#parts = sources.parts;
    this.#log = sources.log;
    this.#post = post;
  }

  /** Sets the shown refs; cancels a running `loadAll`. */
  replace(shown: RefsView | undefined): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#shown = shown;
  }

  /** Loads all refs and posts the count with each page; shows the loaded ones after a cancellation. */
  async loadAll(): Promise<void> {
    const before = this.#shown;
    if (before?.more !== true || this.#run) return;
    const run = new AbortController();
    const { defaultBranch } = this.#place;
    this.#run = run;
    const known = before.branches.length + before.tags.length;
    const read: CommitRef[] = [];
    const reportCount = (): void => {
      this.#notify({ ...before, rest: { state: 'loading', count: Math.max(known, read.length) } });
    };
    try {
      reportCount();
      for await (const refs of this.#parts.refPages(this.#place, run.signal)) {
        if (this.#run !== run) return;
        read.push(...refs);
        reportCount();
      }
      const all = refsView(read, { defaultBranch, more: false });
      this.#parts.keepRefs(this.#place, all);
      this.#shown = all;
    } catch (error) {
      if (this.#run !== run) return;
      const some = read.length > known ? refsView(read, { defaultBranch, more: true }) : before;
      const isGivenUp = run.signal.aborted || isCancelled(error);
      if (!isGivenUp) this.#log.error('The branches and tags with a commit could not be read to the end.', error);
      this.#shown = isGivenUp ? some : { ...some, rest: { state: 'failed', failure: failureView(error) } };
    }
    this.#run = undefined;
    this.#notify(this.#shown);
  }

  cancel(): void {
    this.#run?.abort();
  }

  #notify(value: RefsView): void {
    this.#post({ type: 'part', part: { name: 'refs', view: { state: 'ready', value } } });
  }
}
