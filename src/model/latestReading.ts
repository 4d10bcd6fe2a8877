/** Only the latest read counts. */
export class LatestReading {
  #run: AbortController | undefined;
  #waiting: PromiseWithResolvers<void> | undefined;

  get isUnderWay(): boolean {
    return this.#waiting !== undefined;
  }

  joined(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#waiting?.promise ?? this.anew(read);
  }

  /** Aborts the running read. Promises of both settle with the new one. */
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

  end(): void {
    this.#run?.abort();
  }
}
