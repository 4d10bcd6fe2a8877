/**
 * Reads one thing at a time; only the newest reading counts. `joined` shares the reading under way, `anew` replaces it
 * with one that sees what has changed since.
 */
export class LatestReading {
  #run: AbortController | undefined;
  #waiting: PromiseWithResolvers<void> | undefined;

  /** Whether a reading is under way. */
  get isUnderWay(): boolean {
    return this.#waiting !== undefined;
  }

  /** Waits for the reading under way, or begins one. */
  joined(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#waiting?.promise ?? this.anew(read);
  }

  /**
   * Begins a reading now and aborts the signal of the one under way, whose answer is dropped. Promises of that one
   * settle as this one does.
   */
  anew(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    const waiting = (this.#waiting ??= Promise.withResolvers<void>());
    const settle = (end: () => void): void => {
      if (this.#run !== run) return;
      this.#run = undefined;
      this.#waiting = undefined;
      end();
    };
    read(run.signal).then(
      () => settle(() => waiting.resolve()),
      (error: unknown) => settle(() => waiting.reject(error)),
    );
    return waiting.promise;
  }

  /** Gives up the reading under way. */
  end(): void {
    this.#run?.abort();
  }
}
