import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import { marked, type VersionedChange, type ViewedMarks } from '../../../model/reviews/viewedFiles.ts';
import { shaped, storedMap, type StoredMap } from '../../shell/storedValue.ts';

/** Limit of stored merge requests; the oldest are deleted. */
const maxMergeRequests = 100;

const storedMarks = v.object({ key: v.string(), atMs: v.number(), files: v.record(v.string(), v.string()) });

/** Viewed files and whether they are hidden, by account. */
export class ViewedFiles implements vscode.Disposable {
  readonly #marks: StoredMap<v.InferOutput<typeof storedMarks>>;
  readonly #hidden: StoredMap<boolean>;
  readonly #changed = new vscode.EventEmitter<string | undefined>();
  /** Fires with the place's key; with undefined when they are hidden or shown. */
  readonly onDidChange = this.#changed.event;

  constructor({ globalState }: Pick<vscode.ExtensionContext, 'globalState'>) {
    this.#marks = storedMap(globalState, 'graft.reviews.viewed ', shaped(storedMarks));
    this.#hidden = storedMap(globalState, 'graft.reviews.hidesViewed ', shaped(v.boolean()));
  }

  of(place: Omit<ReviewPlace, 'client'>): ViewedMarks {
    return this.#marks.of(placeKey(place)).get()?.files ?? {};
  }

  async mark(
    place: Omit<ReviewPlace, 'client'>,
    files: readonly (VersionedChange & { readonly isViewed: boolean })[],
  ): Promise<void> {
    const key = placeKey(place);
    const next = marked(this.of(place), files);
    const isEmpty = Object.keys(next).length === 0;
    await this.#marks.of(key).put(isEmpty ? undefined : { key, atMs: Date.now(), files: next });
    this.#changed.fire(key);
    const oldest = this.#marks.all().toSorted((one, other) => other.atMs - one.atMs);
    for (const each of oldest.slice(maxMergeRequests)) await this.#marks.of(each.key).put(undefined);
  }

  areHidden(account: string): boolean {
    return this.#hidden.of(account).get() ?? false;
  }

  async hide(account: string, isHidden: boolean): Promise<void> {
    await this.#hidden.of(account).put(isHidden ? true : undefined);
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
