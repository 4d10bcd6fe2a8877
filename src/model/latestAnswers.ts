import { RecentlyUsed } from '../client/recentlyUsed.ts';

interface Answer<Value> {
  readonly value: Value;
  /** Sequence number. */
  readonly asked: number;
  readonly atMs: number;
}

/** A late answer never replaces one requested later. */
export class LatestAnswers<Value> {
  readonly #answers: RecentlyUsed<Answer<Value>>;
  readonly #weigh: (value: Value) => number;
  readonly #asking = new Map<string, { readonly asked: number; readonly answer: Promise<Value> }>();
  #asked = 0;
  /** Last outdated request. */
  #outdated = 0;

  /** `capacity` in units of the weights. */
  constructor(capacity: number, weigh: (value: Value) => number = () => 1) {
    this.#answers = new RecentlyUsed(capacity);
    this.#weigh = weigh;
  }

  /** Last answer, even if outdated. */
  known(key: string): Value | undefined {
    return this.#answers.get(key)?.value;
  }

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

  /** Answer from the cache, a running request or a new one. */
  async get(key: string, question: () => Promise<Value>): Promise<Value> {
    const current = this.current(key);
    if (current !== undefined) return current;
    const asking = this.isAsking(key) ? this.#asking.get(key) : undefined;
    return asking?.answer ?? this.ask(key, question);
  }

  /** Returns the answer of a later request if faster. */
  ask(key: string, question: () => Promise<Value>): Promise<Value> {
    const answered = this.start();
    const asked = this.#asked;
    const answer = question()
      .then((value) => answered(key, value))
      .finally(() => {
        if (this.#asking.get(key)?.asked === asked) this.#asking.delete(key);
      });
    this.#asking.set(key, { asked, answer });
    return answer;
  }

  /** Request whose key is known from its answer only. */
  start(): (key: string, value: Value) => Value {
    const asked = (this.#asked += 1);
    return (key, value) => {
      const known = this.#answers.get(key);
      if (known !== undefined && known.asked > asked) return known.value;
      this.#answers.set(key, { value, asked, atMs: Date.now() }, this.#weigh(value));
      return value;
    };
  }

  /** Changes the last answer. False without one, without a change and while a request is running. */
  change(key: string, change: (value: Value) => Value | undefined): boolean {
    const answer = this.#asking.has(key) ? undefined : this.#answers.get(key);
    const value = answer && change(answer.value);
    if (answer === undefined || value === undefined) return false;
    this.#answers.set(key, { ...answer, value }, this.#weigh(value));
    return true;
  }

  delete(key: string): void {
    this.#answers.delete(key);
  }

  /** Running requests count as outdated too. */
  outdate(): void {
    this.#outdated = this.#asked;
  }
}
