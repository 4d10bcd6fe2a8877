import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import { shaped, type Stored, stored } from '../../shell/storedValue.ts';

/** Limit of stored merge requests; the oldest are dropped. */
const maxMergeRequests = 200;

/** Stored set of merge requests, such as the pinned ones. */
export class StoredMergeRequests implements vscode.Disposable {
  /** Newest first. */
  readonly #keys: Stored<readonly string[]>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento, key: string) {
    this.#keys = stored(memento, key, shaped(v.array(v.string()), []));
  }

  has(place: Omit<ReviewPlace, 'client'>): boolean {
    return this.#keys.get().includes(placeKey(place));
  }

  async put(place: Omit<ReviewPlace, 'client'>, isThere: boolean): Promise<void> {
    if (this.has(place) === isThere) return;
    const key = placeKey(place);
    const others = this.#keys.get().filter((each) => each !== key);
    await this.#keys.put((isThere ? [key, ...others] : others).slice(0, maxMergeRequests));
    this.#changed.fire();
  }

  /** The project's iids, newest first. */
  of(place: Pick<ReviewPlace, 'account' | 'project'>): readonly number[] {
    return numbersIn(this.#keys.get(), place);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** The project's iids among the place keys. */
export const numbersIn = (
  keys: Iterable<string>,
  place: Pick<ReviewPlace, 'account' | 'project'>,
): readonly number[] => {
  const prefix = placeKey({ ...place, iid: 0 }).slice(0, -1);
  return [...keys].filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)));
};
