import { isCancelled } from '../../../client/errors.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { MergeRequestChanges, MergeRequestFiles } from '../../../model/reviews/mergeRequestFiles.ts';
import type { Log } from '../../shell/log.ts';

/**
 * Files of merge requests for the tree. Checkboxes and row menus don't work while VS Code waits for children, so cached
 * files are returned at once; `changed` is called when newer ones arrive.
 */
export class MergeRequestFilesReader {
  readonly #changes: MergeRequestChanges;
  readonly #log: Log;
  readonly #changed: (key: string) => void;
  /** Merge requests whose changes the server was still preparing. */
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

  clear(): void {
    this.#collecting.clear();
  }
}
