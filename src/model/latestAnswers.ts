import { RecentlyUsed } from '../client/recentlyUsed.ts';

interface Answer<Value> {
  readonly value: Value;
  /** Sequence number of the request. */
  readonly asked: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** Cache of answers by key. A late answer never replaces one requested later. */
export class LatestAnswers<Value> {
  readonly #answers: RecentlyUsed<Answer<Value>>;
  readonly #weigh: (value: Value) => number;
  readonly #asking = new Map<string, { readonly asked: number; readonly answer: Promise<Value> }>();
  #asked = 0;
  /** Answers up to this request are outdated. */
  #outdated = 0;

  /** `capacity` in units of the weights, 1 by default. */
  constructor(capacity: number, weigh: (value: Value) => number = () => 1) {
    this.#answers = new RecentlyUsed(capacity);
    this.#weigh = weigh;
  }

  /** Last answer, even if outdated. */
  known(key: string): Value | undefined {
    return this.#answers.get(key)?.value;
  }

  /** Time of the last answer, milliseconds since 1970. */
  atMs(key: string): number | undefined {
    return this.#answers.get(key)?.atMs;
  }

  /** Last answer unless outdated. */
  current(key: string): Value | undefined {
    const answer = this.#answers.get(key);
    return answer !== undefined && answer.asked > this.#outdated ? answer.value : undefined;
  }

  /** A request is running whose answer will be current. */
  isAsking(key: string): boolean {
    return (this.#asking.get(key)?.asked ?? 0) > this.#outdated;
  }

  /** Current answer, running request or new request. */
  async get(key: string, question: () => Promise<Value>): Promise<Value> {
    const current = this.current(key);
    if (current !== undefined) return current;
    const asking = this.isAsking(key) ? this.#asking.get(key) : undefined;
    return asking?.answer ?? this.ask(key, question);
  }

  /** Always requests. Returns a newer answer if a later request was faster. */
  ask(key: string, question: () => Promise<Value>): Promise<Value> {
    const answered = this.begin();
    const asked = this.#asked;
    const answer = question()
      .then((value) => answered(key, value))
      .finally(() => {
        if (this.#asking.get(key)?.asked === asked) this.#asking.delete(key);
      });
    this.#asking.set(key, { asked, answer });
    return answer;
  }

  /** For a request whose key is known from its answer only. */
  begin(): (key: string, value: Value) => Value {
    const asked = (this.#asked += 1);
    return (key, value) => {
      const known = this.#answers.get(key);
      if (known !== undefined && known.asked > asked) return known.value;
      this.#answers.set(key, { value, asked, atMs: Date.now() }, this.#weigh(value));
      return value;
    };
  }

  forget(key: string): void {
    this.#answers.delete(key);
  }

  /** Forces new requests; running ones count as outdated too. */
  outdate(): void {
    this.#outdated = this.#asked;
  }
}
