/** `next` is undefined at the end. */
export interface PageAt<Item, Place> {
  readonly items: readonly Item[];
  readonly next: Place | undefined;
}

export interface BoundedListState<Item> {
  readonly items: readonly Item[];
  /** `loading` only before the first items; a refresh keeps the old ones. */
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly busy: boolean;
  /** Next page of the sheet, or next sheet. */
  readonly after: 'page' | 'sheet' | undefined;
  /** Number of items on earlier sheets. */
  readonly before: number;
  /** Epoch time of the last successful read. */
  readonly readAtMs?: number | undefined;
  /** Error of the last page. */
  readonly error: unknown;
  /** After a failed refresh: `items` are older. */
  readonly isOld?: boolean;
}

export interface BoundedListDeps<Item, Place> {
  /** First page. */
  readonly first: Place;
  /** Items per sheet. */
  readonly most: number;
  load(place: Place, signal: AbortSignal): Promise<PageAt<Item, Place>>;
  /** Identity; items repeated because the list grew meanwhile are dropped. */
  keyOf(item: Item): string;
  changed(): void;
}

interface Sheet<Place> {
  readonly start: Place;
  /** Number of items on earlier sheets. */
  readonly before: number;
}

/** Limit of a refresh; later pages reload when scrolled to. */
const maxPagesRefreshed = 5;

/**
 * A list with bounded memory: a sheet grows page by page up to `limit` items, then the next sheet replaces it. Earlier
 * sheets can be loaded again. State is immutable; outdated responses are dropped.
 */
export class BoundedList<Item, Place> {
  readonly #parts: BoundedListDeps<Item, Place>;
  #state: BoundedListState<Item> = {
    items: [],
    phase: 'loading',
    busy: false,
    after: undefined,
    before: 0,
    error: undefined,
  };
  #sheets: readonly Sheet<Place>[];
  #next: Place | undefined;
  #run: AbortController | undefined;
  /** Retries the failed request. */
  #failed: (() => Promise<void>) | undefined;

  constructor(parts: BoundedListDeps<Item, Place>) {
    this.#parts = parts;
    this.#sheets = [{ start: parts.first, before: 0 }];
    this.#next = parts.first;
  }

  get state(): BoundedListState<Item> {
    return this.#state;
  }

  /** Reloads up to five shown pages; the items remain until then. */
  refresh(): Promise<void> {
    return this.#show(this.#sheets, this.#state.items.length);
  }

  /** Loads the next page of the sheet, or retries. No-op while loading. */
  async loadMore(): Promise<void> {
    if (this.#run !== undefined) return;
    await (this.#failed ?? (() => this.#append()))();
  }

  /** Replaces the sheet by the next one, if any. */
  async later(): Promise<void> {
    const { after, before, items } = this.#state;
    if (after !== 'sheet' || this.#next === undefined) return;
    await this.#show([...this.#sheets, { start: this.#next, before: before + items.length }], 0);
  }

  /** Replaces the sheet by the previous one, if any. */
  async earlier(): Promise<void> {
    if (this.#sheets.length > 1) await this.#show(this.#sheets.slice(0, -1), 0);
  }

  dispose(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  async #append(): Promise<void> {
    const { after, items } = this.#state;
    const place = this.#next;
    if (after !== 'page' || place === undefined) return;
    await this.#attempt(
      (signal) => this.#read(place, signal, { items, wanted: items.length + 1 }),
      () => this.#append(),
    );
  }

  async #show(sheets: readonly Sheet<Place>[], wanted: number): Promise<void> {
    const sheet = sheets.at(-1);
    if (sheet === undefined) return;
    this.#run?.abort();
    await this.#attempt(
      async (signal) => {
        const read = await this.#read(sheet.start, signal, { items: [], wanted });
        return {
          ...read,
          took: () => {
            this.#sheets = sheets;
          },
          before: sheet.before,
        };
      },
      () => this.#show(sheets, wanted),
      { isRefresh: wanted > 0 },
    );
  }

  async #attempt(
    read: (
      signal: AbortSignal,
    ) => Promise<{
      readonly items: readonly Item[];
      readonly next: Place | undefined;
      readonly before?: number;
      readonly took?: () => void;
    }>,
    again: () => Promise<void>,
    { isRefresh } = { isRefresh: false },
  ): Promise<void> {
    const run = new AbortController();
    this.#run = run;
    this.#failed = undefined;
    this.#replace({ busy: true, error: undefined, ...(this.#state.phase === 'failed' ? { phase: 'loading' } : {}) });
    try {
      const { items, next, before = this.#state.before, took } = await read(run.signal);
      if (this.#run !== run) return;
      this.#run = undefined;
      this.#next = next;
      took?.();
      const after = next === undefined ? undefined : items.length >= this.#parts.most ? 'sheet' : 'page';
      this.#replace({ items, before, after, phase: 'ready', busy: false, error: undefined, readAtMs: Date.now() });
    } catch (error) {
      if (this.#run !== run) return;
      this.#run = undefined;
      this.#failed = again;
      this.#replace({ phase: 'failed', busy: false, error, isOld: isRefresh });
    }
  }

  /** Reads until there are `wanted` items, at least one page with new ones. */
  async #read(
    place: Place,
    signal: AbortSignal,
    { items, wanted }: { readonly items: readonly Item[]; readonly wanted: number },
  ): Promise<{ readonly items: readonly Item[]; readonly next: Place | undefined }> {
    const { most } = this.#parts;
    const keyOf = (item: Item): string => this.#parts.keyOf(item);
    const keys = new Set(items.map(keyOf));
    const all = [...items];
    let next: Place | undefined = place;
    for (let page = 0; page < maxPagesRefreshed && next !== undefined; page += 1) {
      const answer: PageAt<Item, Place> = await this.#parts.load(next, signal);
      for (const item of answer.items) {
        if (keys.has(keyOf(item))) continue;
        keys.add(keyOf(item));
        all.push(item);
      }
      // An empty page is the end, even if the server names another.
      next = answer.items.length === 0 ? undefined : answer.next;
      if (all.length >= Math.min(most, Math.max(wanted, 1))) break;
    }
    return { items: all, next };
  }

  #replace(change: Partial<BoundedListState<Item>>): void {
    this.#state = { ...this.#state, ...change };
    this.#parts.changed();
  }
}
