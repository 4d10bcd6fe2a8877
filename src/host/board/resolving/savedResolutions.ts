import * as v from 'valibot';
import type * as vscode from '../../vscode.ts';
import { isUnsent, type Resolution, resolvedAgain } from '../../../model/composer/resolution.ts';
import { conflictKey, type TextMerge } from '../../../model/text/textMerge.ts';
import { shaped, stored, storedMap, type StoredMap } from '../../shell/storedValue.ts';

/** Identifies a resolution: a pick onto a branch of a project. */
export type ResolutionName = Pick<Resolution, 'account' | 'project' | 'action' | 'sha' | 'branch'>;

export const nameOf = ({ account, project, action, sha, branch }: ResolutionName): string =>
  `${account} ${project} ${sha} ${branch}${suffixOf(action)}`;

/** Reverts need their own key: their conflicts are the other way round. Unambiguous, as refs have no spaces. */
const suffixOf = (action: Resolution['action']): string => (action === 'revert' ? ' revert' : '');

const text = v.string();
const maybe = v.optional(text);
const lines = v.array(text);
const start = v.object({
  text,
  regions: v.array(v.object({ from: v.number(), to: v.number(), ours: lines, theirs: lines })),
});
const shape = v.object({
  account: text,
  project: v.number(),
  action: v.optional(v.picklist(['cherryPick', 'revert']), 'cherryPick'),
  sha: text,
  branch: text,
  tip: text,
  files: v.array(
    v.object({
      path: text,
      versions: text,
      choice: v.picklist(['ours', 'theirs', 'delete', 'text']),
      text: maybe,
      start: v.optional(start),
      isResolved: v.boolean(),
      note: v.optional(v.picklist(['remembered', 'moved'])),
    }),
  ),
  begunAtMs: v.number(),
  madeOn: maybe,
  changedAtMs: v.number(),
});
type StoredResolution = v.InferOutput<typeof shape>;

const remembered = v.object({ key: text, before: text, after: text });

/** Scope in which remembered conflicts are reused. */
type Sharing = Pick<Resolution, 'account' | 'project' | 'action'>;

/** Limit of stored resolutions; the oldest without unsent decisions are deleted. */
const maxResolutions = 100;

/** Limits of remembered conflicts per project; the oldest are deleted. */
const maxRemembered = 100;
const maxCharacters = 2_000_000;

/** Resolutions in the workspace state, stored at every change to survive reloads and crashes. */
export class SavedResolutions {
  readonly #memento: vscode.Memento;
  readonly #stored: StoredMap<StoredResolution>;
  readonly #isOpen: (resolution: Resolution) => boolean;

  /** Resolutions with an open editor (`isOpen`) are never deleted. */
  constructor(memento: vscode.Memento, isOpen: (resolution: Resolution) => boolean) {
    this.#memento = memento;
    this.#isOpen = isOpen;
    this.#stored = storedMap(memento, 'graft.resolution ', shaped(shape));
  }

  get(name: string): Resolution | undefined {
    return this.#stored.of(name).get() as Resolution | undefined;
  }

  all(): readonly Resolution[] {
    return this.#stored.all() as readonly Resolution[];
  }

  /** Resolves once stored. */
  async save(resolution: Resolution): Promise<void> {
    const record = { ...resolution, changedAtMs: Date.now() } as StoredResolution;
    await this.#stored.of(nameOf(resolution)).put(record);
    await this.#deleteOldest(nameOf(resolution));
  }

  async delete(name: string): Promise<void> {
    await this.#stored.of(name).put(undefined);
  }

  /** Text resolved as the same conflicts were before; undefined if unknown. Like git's rerere. */
  recall(of: Sharing, start: TextMerge): string | undefined {
    const key = conflictKey(start);
    const known = this.#rememberedOf(of)
      .get()
      .find((each) => each.key === key);
    return known && resolvedAgain(known, start);
  }

  /** Stores the resolved conflicts for reuse. */
  async remember({ files, ...of }: Resolution): Promise<void> {
    const fresh = files.flatMap(({ choice, start: begun, text: after }) => {
      const key = begun && conflictKey(begun);
      return choice === 'text' && begun && key && after !== undefined ? [{ key, before: begun.text, after }] : [];
    });
    if (fresh.length === 0) return;
    const known = this.#rememberedOf(of);
    const others = known.get().filter(({ key }) => !fresh.some((each) => each.key === key));
    let left = maxCharacters;
    const remaining = [...fresh, ...others].filter(({ before, after }) => (left -= before.length + after.length) >= 0);
    await known.put(remaining.slice(0, maxRemembered));
  }

  /** `latest` is in use and stays. */
  async #deleteOldest(latest: string): Promise<void> {
    const all = this.#stored.all();
    const spare = all
      .map((record) => record as Resolution & Pick<StoredResolution, 'changedAtMs'>)
      .filter((each) => nameOf(each) !== latest && !isUnsent(each) && !this.#isOpen(each))
      .sort((one, other) => one.changedAtMs - other.changedAtMs);
    for (const each of spare.slice(0, Math.max(0, all.length - maxResolutions))) await this.delete(nameOf(each));
  }

  #rememberedOf({ account, project, action }: Sharing) {
    return stored(
      this.#memento,
      `graft.rerere ${account} ${project}${suffixOf(action)}`,
      shaped(v.array(remembered), []),
    );
  }
}
