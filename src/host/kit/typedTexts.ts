import type { KeptTexts } from '../shell/keptText.ts';

/** How long what was typed may wait to be kept, as each keeping writes the whole storage. */
const pauseMs = 100;

/**
 * What is typed into the boxes of one task, kept while it is typed until the server has taken it. Never for credentials.
 */
export class TypedTexts {
  readonly #kept: KeptTexts;
  readonly #account: string;
  readonly #task: string;
  readonly #unkept = new Map<string, string>();
  #pause: NodeJS.Timeout | undefined;
  #keeping: Promise<void> = Promise.resolve();

  /** `task` tells tasks apart, whatever the account. It begins with the area, such as `imports`. */
  constructor(kept: KeptTexts, account: string, task: string) {
    this.#kept = kept;
    this.#account = account;
    this.#task = task;
  }

  /** What was typed before and not sent; undefined when nothing was. */
  get(field: string): string | undefined {
    return this.#kept.get(this.#key(field))?.text;
  }

  /** What a question tells of its text. */
  typed(field: string): (text: string) => void {
    return (text) => {
      this.#unkept.set(field, text);
      // kept while typing goes on: a window may end in the middle of a sentence
      this.#pause ??= setTimeout(() => void this.flush(), pauseMs);
    };
  }

  /** Asks for a text: what was typed for it before stands in the box, or else `value`, and what is typed is kept. */
  async ask<T>(
    field: string,
    value: string,
    question: (box: { readonly value: string; readonly typed: (text: string) => void }) => Promise<T>,
  ): Promise<T> {
    const answer = await question({ value: this.get(field) ?? value, typed: this.typed(field) });
    await this.flush();
    return answer;
  }

  /** Keeps at once what was typed last. */
  flush(): Promise<void> {
    this.#stop();
    // one after the other, so that nothing comes back that was forgotten meanwhile; each tells of its own failure
    return (this.#keeping = this.#keeping.catch(() => undefined).then(() => this.#keepTyped()));
  }

  /** Forgets all of it: the server has taken it. */
  async forget(): Promise<void> {
    this.#stop();
    this.#unkept.clear();
    await this.#keeping;
    for (const { key } of this.#kept.all(this.#key(''))) await this.#kept.forget(key);
  }

  #stop(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }

  async #keepTyped(): Promise<void> {
    const texts = [...this.#unkept];
    this.#unkept.clear();
    for (const [field, text] of texts) {
      const { key, account } = { key: this.#key(field), account: this.#account };
      await this.#kept.keep({ key, account, text, place: { field }, refusal: undefined });
    }
  }

  #key(field: string): string {
    return `${this.#task} ${field}`;
  }
}
