/** Carries events from a source that calls to a reader that waits, in order. */
export class EventQueue<Event> {
  readonly #events: Event[] = [];
  #end: { readonly error: unknown } | 'done' | undefined;
  #wake: (() => void) | undefined;

  push(event: Event): void {
    if (this.#end !== undefined) return;
    this.#events.push(event);
    this.#wake?.();
  }

  /** No more events come; the reader is told once it has read those that are here. */
  close(): void {
    this.#end ??= 'done';
    this.#wake?.();
  }

  /** Ends with an error, after the events that are here. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  /** The next event; undefined at the end. Throws the error the queue ended with. One reader only. */
  async next(): Promise<Event | undefined> {
    while (this.#events.length === 0) {
      if (this.#end === 'done') return undefined;
      if (this.#end !== undefined) throw this.#end.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#events.shift();
  }
}
