import { RecentlyUsed } from '../client/recentlyUsed.ts';

interface Answer<Value> {
  readonly value: Value;
  /** The number of its question. */
  readonly asked: number;
  /** When it came, in milliseconds since 1970. */
  readonly atMs: number;
}

/**
 * Remembers answers, each by what it is about. Of two about the same thing the one that was asked for later is kept, in
 * whatever order they come.
 */
export class LatestAnswers<Value> {
  readonly #answers: RecentlyUsed<Answer<Value>>;
  readonly #weigh: (value: Value) => number;
  readonly #asking = new Map<string, { readonly asked: number; readonly answer: Promise<Value> }>();
  #asked = 0;
  /** Questions up to this one are not to be answered from memory any more. */
  #outdated = 0;

  /** `capacity` in the unit of the weights; one each where none is given. */
  constructor(capacity: number, weigh: (value: Value) => number = () => 1) {
    this.#answers = new RecentlyUsed(capacity);
    this.#weigh = weigh;
  }

  /** What was answered last, be it outdated. */
  known(key: string): Value | undefined {
    return this.#answers.get(key)?.value;
  }

  /** When that was answered, in milliseconds since 1970. */
  atMs(key: string): number | undefined {
    return this.#answers.get(key)?.atMs;
  }

  /** What was answered last, unless that is outdated. */
  current(key: string): Value | undefined {
    const answer = this.#answers.get(key);
    return answer !== undefined && answer.asked > this.#outdated ? answer.value : undefined;
  }

  /** Whether a question is under way whose answer is not outdated. */
  isAsking(key: string): boolean {
    return (this.#asking.get(key)?.asked ?? 0) > this.#outdated;
  }

  /** What is current, or comes with the question under way, or is asked for now. */
  async get(key: string, question: () => Promise<Value>): Promise<Value> {
    const current = this.current(key);
    if (current !== undefined) return current;
    const asking = this.isAsking(key) ? this.#asking.get(key) : undefined;
    return asking?.answer ?? this.ask(key, question);
  }

  /** Asks now. Answers what is known then: something newer where a later question was answered before this one. */
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

  /** Begins a question of which only the answer tells what it is about; what this answers takes that answer. */
  begin(): (key: string, value: Value) => Value {
    const asked = (this.#asked += 1);
    return (key, value) => {
      const known = this.#answers.get(key);
      if (known !== undefined && known.asked > asked) return known.value;
      this.#answers.set(key, { value, asked, atMs: Date.now() }, this.#weigh(value));
      return value;
    };
  }

  /** Knows nothing of a thing any more. */
  forget(key: string): void {
    this.#answers.delete(key);
  }

  /** Everything is asked for again when it is wanted; what is under way as well. */
  outdate(): void {
    this.#outdated = this.#asked;
  }
}
