import { isCancelled } from '../../client/errors.ts';
import { createQueue } from '../../model/queue.ts';
import { placeKey, readDrafts, type ReviewPlace } from '../../model/review/drafts.ts';
import type { ReviewStores } from '../../model/review/reviewStores.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import type { Log } from '../log.ts';
import type { RequestFacts } from './rows.ts';

/** What is read of merge requests whose rows are in sight, a few at a time, each once. */
export class RequestFactsOf {
  readonly #stores: ReviewStores;
  readonly #log: Log;
  readonly #pipelines = new Map<string, string | null>();
  readonly #counts = new Map<string, number>();
  readonly #reading = new Set<string>();
  readonly #queue = createQueue(4);

  constructor(stores: ReviewStores, log: Log) {
    this.#stores = stores;
    this.#log = log;
  }

  /** What is known of a merge request. */
  of(place: ReviewPlace): Omit<RequestFacts, 'kept'> {
    const key = placeKey(place);
    const store = this.#stores.known(place);
    return {
      pipeline: this.#pipelines.get(key),
      drafts: store?.state.phase === 'ready' ? store.drafts.length : this.#counts.get(key),
    };
  }

  /** Counts the drafts of a merge request and reads the state of its pipeline; `done` is called once that is known. */
  async read(place: ReviewPlace, done: () => void): Promise<void> {
    const key = placeKey(place);
    if (this.#reading.has(key) || this.#pipelines.has(key)) return;
    this.#reading.add(key);
    try {
      await this.#queue(async () => {
        const parameters = { id: place.project, merge_request_iid: place.iid };
        const isCounted = this.#stores.known(place)?.state.phase === 'ready';
        const [detail, drafts] = await Promise.all([
          place.client.send(getMergeRequest, parameters),
          isCounted ? undefined : readDrafts(place),
        ]);
        this.#pipelines.set(key, detail.head_pipeline?.status ?? null);
        if (drafts !== undefined) this.#counts.set(key, drafts.length);
      });
      done();
    } catch (error) {
      if (!isCancelled(error)) this.#log.error(`The state of !${place.iid} could not be read.`, error);
    } finally {
      this.#reading.delete(key);
    }
  }

  /** Forgets everything: it is read again when the rows are seen again. */
  clear(): void {
    this.#counts.clear();
    this.#pipelines.clear();
  }
}
