import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import { shaped, storedMap, type StoredMap } from './storedValue.ts';

export interface StoredText {
  /** Unique; begins with the area, such as `commits`. */
  readonly key: string;
  readonly account: string;
  readonly text: string;
  /** Defined by its area. Any JSON value. */
  readonly place: unknown;
  /** User-facing reason of a refusal. */
  readonly refusal: string | undefined;
  readonly changedAtMs: number;
}

const shape = v.object({
  key: v.string(),
  account: v.string(),
  text: v.string(),
  place: v.unknown(),
  refusal: v.optional(v.string()),
  changedAtMs: v.number(),
});

/** Unsaved texts in the workspace state; they survive failures, reloads and the removal of their account. */
export class StoredTexts {
  readonly #stored: StoredMap<StoredText>;

  constructor(memento: vscode.Memento) {
    this.#stored = storedMap(memento, 'graft.keptText ', (value) => {
      const stored = shaped(shape)(value);
      return stored && { ...stored, refusal: stored.refusal };
    });
  }

  /** A blank text is deleted. Resolves once written. */
  async save(text: Omit<StoredText, 'changedAtMs'>): Promise<void> {
    if (text.text.trim() === '') return this.delete(text.key);
    await this.#stored.of(text.key).put({ ...text, changedAtMs: Date.now() });
  }

  get(key: string): StoredText | undefined {
    return this.#stored.of(key).get();
  }

  /** Latest change first. */
  all(prefix: string): readonly StoredText[] {
    return this.#stored
      .all()
      .filter(({ key }) => key.startsWith(prefix))
      .toSorted((one, other) => other.changedAtMs - one.changedAtMs);
  }

  delete(key: string): Promise<void> {
    return this.#stored.of(key).put(undefined);
  }
}
