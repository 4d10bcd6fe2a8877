import type { KeptTexts } from '../../shell/keptText.ts';

/** Throttle, as each write stores the whole memento. */
const pauseMs = 100;

/** Saves the input of a task's boxes until the server has accepted it. Never for credentials. */
export class TypedTexts {
  readonly #kept: KeptTexts;
  readonly #account: string;
  readonly #task: string;
  readonly #unkept = new Map<string, string>();
  #pause: NodeJS.Timeout | undefined;
  #keeping: Promise<void> = Promise.resolve();

  /** `task`: unique across accounts, beginning with the area, such as `imports`. */
  constructor(kept: KeptTexts, account: string, task: string) {
    this.#kept = kept;
    this.#account = account;
    this.#task = task;
  }

  get(field: string): string | undefined {
    return this.#kept.get(this.#key(field))?.text;
  }

  typed(field: string): (text: string) => void {
    return (text) => {
      this.#unkept.set(field, text);
      // not debounced: the window may close in the middle of a sentence
      this.#pause ??= setTimeout(() => void this.flush(), pauseMs);
    };
  }

  /** Asks for a text, initially the saved input or `value`, and saves changes. */
  async ask<T>(
    field: string,
    value: string,
    question: (box: { readonly value: string; readonly typed: (text: string) => void }) => Promise<T>,
  ): Promise<T> {
    const answer = await question({ value: this.get(field) ?? value, typed: this.typed(field) });
    await this.flush();
    return answer;
  }

  flush(): Promise<void> {
    this.#stop();
    // in order, so that forgotten texts don't reappear; each write reports its own failure
    return (this.#keeping = this.#keeping.catch(() => undefined).then(() => this.#keepTyped()));
  }

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
