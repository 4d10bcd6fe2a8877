import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { placeKey, type ReviewPlace } from '../../model/reviews/drafts.ts';
import { marked, type VersionedChange, type ViewedMarks } from '../../model/reviews/viewedFiles.ts';
import { shaped, storedEach, type StoredEach } from '../shell/stored.ts';

/** Most merge requests whose marks are stored; those marked longest ago go first. */
const mostRequests = 100;

const storedMarks = v.object({ key: v.string(), atMs: v.number(), files: v.record(v.string(), v.string()) });

/** Which files of merge requests were viewed, by account, and whether the view hides them. */
export class ViewedFiles implements vscode.Disposable {
  readonly #requests: StoredEach<v.InferOutput<typeof storedMarks>>;
  readonly #hidden: StoredEach<boolean>;
  readonly #changed = new vscode.EventEmitter<string | undefined>();
  /** Fires with the key of the merge request whose marks have changed; with nothing when files are hidden or shown. */
  readonly onDidChange = this.#changed.event;

  constructor({ globalState }: Pick<vscode.ExtensionContext, 'globalState'>) {
    this.#requests = storedEach(globalState, 'graft.reviews.viewed ', shaped(storedMarks));
    this.#hidden = storedEach(globalState, 'graft.reviews.hidesViewed ', shaped(v.boolean()));
  }

  /** The marks of a merge request. */
  of(place: Omit<ReviewPlace, 'client'>): ViewedMarks {
    return this.#requests.of(placeKey(place)).get()?.files ?? {};
  }

  /** Marks files as viewed, or as not viewed. */
  async mark(
    place: Omit<ReviewPlace, 'client'>,
    files: readonly (VersionedChange & { readonly isViewed: boolean })[],
  ): Promise<void> {
    const key = placeKey(place);
    const next = marked(this.of(place), files);
    const isEmpty = Object.keys(next).length === 0;
    await this.#requests.of(key).put(isEmpty ? undefined : { key, atMs: Date.now(), files: next });
    this.#changed.fire(key);
    const oldest = this.#requests.all().toSorted((one, other) => other.atMs - one.atMs);
    for (const each of oldest.slice(mostRequests)) await this.#requests.of(each.key).put(undefined);
  }

  /** Whether an account leaves viewed files out of lists. */
  areHidden(account: string): boolean {
    return this.#hidden.of(account).get() ?? false;
  }

  /** Hides viewed files of an account, or shows them again. */
  async toggle(account: string): Promise<void> {
    await this.#hidden.of(account).put(this.areHidden(account) ? undefined : true);
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
