import type { Page } from '../client/pages.ts';

export interface PagedListState<Item> {
  readonly items: readonly Item[];
  /** A refresh keeps the old items. */
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly busy: boolean;
  readonly more: boolean;
  /** Time of the first page. */
  readonly readAtMs?: number | undefined;
  /** Failure of the last page. */
  readonly error: unknown;
  /** After a failed refresh: `items` are older. */
  readonly isOld?: boolean;
}

/** State is immutable; outdated answers are dropped. */
export class PagedList<Item> {
  readonly #load: (page: number, signal: AbortSignal) => Promise<Page<Item>>;
  readonly #changed: () => void;
  #state: PagedListState<Item> = { items: [], phase: 'loading', busy: false, more: false, error: undefined };
  #next: number | undefined = 1;
  #run: AbortController | undefined;

  constructor(load: (page: number, signal: AbortSignal) => Promise<Page<Item>>, changed: () => void) {
    this.#load = load;
    this.#changed = changed;
  }

  get state(): PagedListState<Item> {
    return this.#state;
  }

  /** The items remain until the first page arrives. */
  async refresh(): Promise<void> {
    this.#run?.abort();
    await this.#page(1, true);
  }

  /** Also retries. No-op while loading or at the end. */
  async loadMore(): Promise<void> {
    if (this.#run !== undefined || this.#next === undefined) return;
    await this.#page(this.#next, false);
  }

  dispose(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  async #page(number: number, restart: boolean): Promise<void> {
    const run = new AbortController();
    this.#run = run;
    this.#replace({ busy: true, error: undefined, ...(this.#state.phase === 'failed' ? { phase: 'loading' } : {}) });
    try {
      const page = await this.#load(number, run.signal);
      if (this.#run !== run) return;
      this.#run = undefined;
      this.#next = page.items.length === 0 ? undefined : page.next;
      const items = restart ? page.items : [...this.#state.items, ...page.items];
      const readAtMs = restart ? Date.now() : this.#state.readAtMs;
      this.#replace({ items, phase: 'ready', busy: false, more: this.#next !== undefined, error: undefined, readAtMs });
    } catch (error) {
      if (this.#run !== run) return;
      this.#run = undefined;
      if (restart) this.#next = 1;
      this.#replace({ phase: 'failed', busy: false, error, isOld: restart });
    }
  }

  #replace(change: Partial<PagedListState<Item>>): void {
    this.#state = { ...this.#state, ...change };
    this.#changed();
  }
}
