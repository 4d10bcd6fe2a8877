import { isCancelled } from '../../../client/errors.ts';
import { LatestAnswers } from '../../../model/latestAnswers.ts';
import { createQueue } from '../../../model/queue.ts';
import { placeKey, readDrafts, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { ReviewStores } from '../../../model/reviews/reviewStores.ts';
import { getMergeRequest } from '../../../wire/mergeRequestReview.ts';
import type { Log } from '../../shell/log.ts';
import type { InReview } from '../files/inReview.ts';
import type { MergeRequestFacts } from './rows.ts';

interface Facts {
  readonly pipeline: string | null;
  readonly drafts: number | undefined;
}

/** Pipeline status and draft count of visible merge requests; each read once, four at a time. */
export class MergeRequestFactsReader {
  readonly #stores: ReviewStores;
  readonly #inReview: InReview;
  readonly #log: Log;
  readonly #facts = new LatestAnswers<Facts>(2_000);
  readonly #queue = createQueue(4);
  #run = new AbortController();

  constructor(stores: ReviewStores, inReview: InReview, log: Log) {
    this.#stores = stores;
    this.#inReview = inReview;
    this.#log = log;
  }

  of(place: ReviewPlace): Pick<MergeRequestFacts, 'pipeline' | 'drafts'> {
    const key = placeKey(place);
    const store = this.#stores.known(place);
    const known = this.#facts.known(key);
    return { pipeline: known?.pipeline, drafts: store?.state.phase === 'ready' ? store.drafts.length : known?.drafts };
  }

  /** Calls `done` after the first read. */
  async read(place: ReviewPlace, done: () => void): Promise<void> {
    const key = placeKey(place);
    if (this.#facts.isAsking(key) || this.#facts.current(key)) return;
    await this.readAgain(place, done);
  }

  /** Like `read`, after a change. */
  async readAgain(place: ReviewPlace, done: () => void): Promise<void> {
    const key = placeKey(place);
    try {
      const { signal } = this.#run;
      await this.#facts.ask(key, () => this.#queue(() => this.#ask(place, signal)));
      done();
    } catch (error) {
      if (!isCancelled(error)) this.#log.error(`The state of !${place.iid} could not be read.`, error);
    }
  }

  /** Marks everything as outdated; the values stay until read again. */
  outdate(): void {
    // cancelled to free the queue
    this.#run.abort();
    this.#run = new AbortController();
    this.#facts.outdate();
  }

  async #ask(place: ReviewPlace, signal: AbortSignal): Promise<Facts> {
    const parameters = { id: place.project, merge_request_iid: place.iid };
    const isCounted = this.#stores.known(place)?.state.phase === 'ready';
    const [detail, drafts] = await Promise.all([
      place.client.send(getMergeRequest, parameters, { signal }),
      isCounted ? undefined : readDrafts(place, { signal }),
    ]);
    if (drafts) await this.#inReview.sawDrafts(place, drafts.length);
    return { pipeline: detail.head_pipeline?.status ?? null, drafts: drafts?.length };
  }
}
