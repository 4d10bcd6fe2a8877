/**
 * Readings of one thing, of which the newest counts. Who is content with what was asked for before joins the reading
 * under way; who wants to know how things stand now begins another, which takes the place of the one under way.
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
   * Begins a reading now. The signal of the one under way is aborted: whatever it still brings is old, and is not to be
   * taken. Who waits for that one waits for this one, and ends as this one does.
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
