import { isCancelled } from '../../client/errors.ts';
import { placeKey, type ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequestChanges, MergeRequestFiles } from '../../model/reviews/mergeRequestFiles.ts';
import type { Log } from '../shell/log.ts';

/**
 * The files of merge requests for their rows. Checkboxes and menus of rows do not work while VS Code waits for them: files
 * that are known are given at once, and `changed` is called should there be newer ones.
 */
export class RequestFiles {
  readonly #changes: MergeRequestChanges;
  readonly #log: Log;
  readonly #changed: (key: string) => void;
  /** The merge requests whose newest changes the server was still collecting when they were read last. */
  readonly #collecting = new Set<string>();

  constructor(changes: MergeRequestChanges, log: Log, changed: (key: string) => void) {
    this.#changes = changes;
    this.#log = log;
    this.#changed = changed;
  }

  of(place: ReviewPlace): MergeRequestFiles | Promise<MergeRequestFiles> {
    const key = placeKey(place);
    const known = this.#collecting.has(key) ? ({ kind: 'collecting' } as const) : this.#changes.known(place);
    const reading = this.#changes.read(place).then((now) => {
      if (now.kind === 'collecting') this.#collecting.add(key);
      else this.#collecting.delete(key);
      return now;
    });
    if (known === undefined) return reading;
    reading.then(
      (now) => {
        if (now.kind !== known.kind || (now.kind === 'ready' && now !== known)) this.#changed(key);
      },
      (error: unknown) => {
        if (!isCancelled(error)) this.#log.error(`The files of !${place.iid} could not be read again.`, error);
      },
    );
    return known;
  }

  forget(): void {
    this.#collecting.clear();
  }
}
