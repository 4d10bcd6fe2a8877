interface Flight {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
  waiters: number;
  isDone: boolean;
}

/** Deduplicates concurrent reads by key. */
export class SingleFlight {
  readonly #flights = new Map<string, Flight>();

  /** An aborted caller gets `cancelled()`; the run is aborted with its last caller. */
  async run<T>(
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
    cancelled: () => Error,
  ): Promise<T> {
    if (signal?.aborted) throw cancelled();
    const flight = this.#flights.get(key) ?? this.#start(key, start);
    flight.waiters += 1;
    let isWaiting = true;
    const leave = (): void => {
      if (!isWaiting) return;
      isWaiting = false;
      flight.waiters -= 1;
      if (flight.waiters === 0) this.#end(key, flight);
    };
    let giveUp: (() => void) | undefined;
    try {
      if (signal === undefined) return await (flight.answer as Promise<T>);
      return await Promise.race([
        flight.answer as Promise<T>,
        new Promise<never>((_, reject) => {
          giveUp = () => {
            // immediately, so a caller in the same tick starts its own run
            leave();
            reject(cancelled());
          };
          signal.addEventListener('abort', giveUp, { once: true });
        }),
      ]);
    } finally {
      if (giveUp) signal?.removeEventListener('abort', giveUp);
      leave();
    }
  }

  /** Later callers join no running read; its callers still get its answer. */
  stopSharing(): void {
    this.#flights.clear();
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController();
    const flight: Flight = { answer: start(controller.signal), controller, waiters: 0, isDone: false };
    this.#flights.set(key, flight);
    const end = (): void => {
      flight.isDone = true;
      this.#remove(key, flight);
    };
    flight.answer.then(end, end);
    return flight;
  }

  #end(key: string, flight: Flight): void {
    this.#remove(key, flight);
    // aborting a settled run would only create an error
    if (!flight.isDone) flight.controller.abort();
  }

  #remove(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
