/** Only the latest read counts. */
export class LatestReading {
  #run: AbortController | undefined;
  #waiting: PromiseWithResolvers<void> | undefined;

  get isUnderWay(): boolean {
    return this.#waiting !== undefined;
  }

  joined(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#waiting?.promise ?? this.restarted(read);
  }

  /** Aborts the running read. Promises of both settle with the new one. */
  restarted(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    const waiting = (this.#waiting ??= Promise.withResolvers<void>());
    const finish = (end: () => void): void => {
      if (this.#run !== run) return;
      this.#run = undefined;
      this.#waiting = undefined;
      end();
    };
    read(run.signal).then(
      () => finish(() => waiting.resolve()),
      (error: unknown) => finish(() => waiting.reject(error)),
    );
    return waiting.promise;
  }

  end(): void {
    this.#run?.abort();
  }
}
