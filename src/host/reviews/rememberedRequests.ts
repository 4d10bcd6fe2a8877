import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { placeKey, type ReviewPlace } from '../../model/reviews/drafts.ts';
import { shaped, type Stored, stored } from '../shell/stored.ts';

/** Most merge requests that are remembered; those added longest ago go first. */
const mostRequests = 200;

/** Merge requests that are remembered, for each account. */
export class RememberedRequests implements vscode.Disposable {
  /** Keys of places, those added last in front. */
  readonly #keys: Stored<readonly string[]>;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when one is added, or forgotten. */
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento, key: string) {
    this.#keys = stored(memento, key, shaped(v.array(v.string()), []));
  }

  /** Whether a merge request is remembered. */
  has(place: Omit<ReviewPlace, 'client'>): boolean {
    return this.#keys.get().includes(placeKey(place));
  }

  /** Remembers a merge request, or forgets it. */
  async put(place: Omit<ReviewPlace, 'client'>, isThere: boolean): Promise<void> {
    if (this.has(place) === isThere) return;
    const key = placeKey(place);
    const others = this.#keys.get().filter((each) => each !== key);
    await this.#keys.put((isThere ? [key, ...others] : others).slice(0, mostRequests));
    this.#changed.fire();
  }

  /** The numbers of those of a project, those added last in front. */
  of(place: Pick<ReviewPlace, 'account' | 'project'>): readonly number[] {
    return numbersIn(this.#keys.get(), place);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** The numbers of merge requests of a project, by the keys of places. */
export const numbersIn = (
  keys: Iterable<string>,
  place: Pick<ReviewPlace, 'account' | 'project'>,
): readonly number[] => {
  const prefix = placeKey({ ...place, iid: 0 }).slice(0, -1);
  return [...keys].filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)));
};
