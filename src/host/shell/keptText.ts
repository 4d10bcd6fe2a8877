import * as v from 'valibot';
import type * as vscode from '../vscode.ts';

/** A text the user has typed and no server has taken yet. */
export interface KeptText {
  /** What it was written for; one text is kept for each. Begins with the area, such as `commits`. */
  readonly key: string;
  /** Id of the account it was written with. */
  readonly account: string;
  readonly text: string;
  /** Where the text belongs, for the area that keeps it. Any JSON value. */
  readonly place: unknown;
  /** Why the server has not taken it, in words; undefined while it is being typed. */
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

/**
 * Texts that outlive a failed request, a reload, a crash and the removal of their account: each is in the workspace's
 * storage as soon as it is given here, and stays until it is forgotten.
 */
export class KeptTexts {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Keeps a text in place of the one kept for the same key before; a blank one is forgotten. Resolves once stored. */
  async keep(text: Omit<KeptText, 'changedAtMs'>): Promise<void> {
    if (text.text.trim() === '') return this.forget(text.key);
    await this.#memento.update(keyPrefix + text.key, { ...text, changedAtMs: Date.now() });
  }

  /** The text kept for a key. */
  get(key: string): KeptText | undefined {
    const kept = v.safeParse(shape, this.#memento.get(keyPrefix + key));
    return kept.success ? { ...kept.output, refusal: kept.output.refusal } : undefined;
  }

  /** The texts whose key begins with `prefix`, latest change first. */
  all(prefix: string): readonly KeptText[] {
    return this.#memento
      .keys()
      .filter((key) => key.startsWith(keyPrefix + prefix))
      .flatMap((key) => this.get(key.slice(keyPrefix.length)) ?? [])
      .sort((one, other) => other.changedAtMs - one.changedAtMs);
  }

  /** Forgets a text: the server has it, or the user has thrown it away. */
  async forget(key: string): Promise<void> {
    await this.#memento.update(keyPrefix + key, undefined);
  }
}
