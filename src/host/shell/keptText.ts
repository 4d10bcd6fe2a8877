import * as v from 'valibot';
import type * as vscode from '../vscode.ts';

export interface KeptText {
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

const keyPrefix = 'graft.keptText ';

/** Unsaved texts in the workspace state; they survive failures, reloads and the removal of their account. */
export class KeptTexts {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** A blank text is deleted. Resolves once written. */
  async keep(text: Omit<KeptText, 'changedAtMs'>): Promise<void> {
    if (text.text.trim() === '') return this.forget(text.key);
    await this.#memento.update(keyPrefix + text.key, { ...text, changedAtMs: Date.now() });
  }

  get(key: string): KeptText | undefined {
    const kept = v.safeParse(shape, this.#memento.get(keyPrefix + key));
    return kept.success ? { ...kept.output, refusal: kept.output.refusal } : undefined;
  }

  /** Latest change first. */
  all(prefix: string): readonly KeptText[] {
    return this.#memento
      .keys()
      .filter((key) => key.startsWith(keyPrefix + prefix))
      .flatMap((key) => this.get(key.slice(keyPrefix.length)) ?? [])
      .sort((one, other) => other.changedAtMs - one.changedAtMs);
  }

  async forget(key: string): Promise<void> {
    await this.#memento.update(keyPrefix + key, undefined);
  }
}
