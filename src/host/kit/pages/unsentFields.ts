import type { StoredTexts } from '../../shell/unsentTexts.ts';

/** Throttle, as each write stores the whole memento. */
const pauseMs = 100;

/** Saves the input of a task's boxes until the server has accepted it. Never for credentials. */
export class UnsentFields {
  readonly #stored: StoredTexts;
  readonly #account: string;
  readonly #task: string;
  readonly #unkept = new Map<string, string>();
  #pause: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  /** `task`: unique across accounts, beginning with the area, such as `imports`. */
  constructor(texts: StoredTexts, account: string, task: string) {
    this.#stored = texts;
    this.#account = account;
    this.#task = task;
  }

  get(field: string): string | undefined {
    return this.#stored.get(this.#key(field))?.text;
  }

  onInput(field: string): (text: string) => void {
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
    const answer = await question({ value: this.get(field) ?? value, typed: this.onInput(field) });
    await this.flush();
    return answer;
  }

  flush(): Promise<void> {
    this.#stop();
    // in order, so that forgotten texts don't reappear; each write reports its own failure
    return (this.#saving = this.#saving.catch(() => undefined).then(() => this.#save()));
  }

  async delete(): Promise<void> {
    this.#stop();
    this.#unkept.clear();
    await this.#saving;
    for (const { key } of this.#stored.all(this.#key(''))) await this.#stored.delete(key);
  }

  #stop(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }

  async #save(): Promise<void> {
    const texts = [...this.#unkept];
    this.#unkept.clear();
    for (const [field, text] of texts) {
      const { key, account } = { key: this.#key(field), account: this.#account };
      await this.#stored.save({ key, account, text, place: { field }, refusal: undefined });
    }
  }

  #key(field: string): string {
    return `${this.#task} ${field}`;
  }
}
