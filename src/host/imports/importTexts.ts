import type { KeptTexts } from '../keptText.ts';

const pauseMs = 300;

/** What is typed for one import, kept until the server has taken it. Never for credentials. */
export class ImportTexts {
  readonly #kept: KeptTexts;
  readonly #account: string;
  readonly #what: string;
  readonly #unkept = new Map<string, string>();
  #pause: NodeJS.Timeout | undefined;

  /** `what` tells imports apart: the kind and the file. */
  constructor(kept: KeptTexts, account: string, what: string) {
    this.#kept = kept;
    this.#account = account;
    this.#what = what;
  }

  /** What was typed before and not sent; undefined when nothing was. */
  get(field: string): string | undefined {
    return this.#kept.get(this.#key(field))?.text;
  }

  /** What a question tells of its text. */
  typed(field: string): (text: string) => void {
    return (text) => {
      this.#unkept.set(field, text);
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => void this.flush(), pauseMs);
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
  async flush(): Promise<void> {
    clearTimeout(this.#pause);
    const texts = [...this.#unkept];
    this.#unkept.clear();
    for (const [field, text] of texts)
      await this.#kept.keep({
        key: this.#key(field),
        account: this.#account,
        text,
        place: { field },
        refusal: undefined,
      });
  }

  /** Forgets all of it: the server has taken it. */
  async forget(): Promise<void> {
    clearTimeout(this.#pause);
    this.#unkept.clear();
    for (const { key } of this.#kept.all(this.#key(''))) await this.#kept.forget(key);
  }

  #key(field: string): string {
    return `imports ${this.#account} ${this.#what} ${field}`;
  }
}
