/** One page of a bounded list: its items and where the list goes on, if it does. */
export interface PageAt<Item, Place> {
  readonly items: readonly Item[];
  readonly next: Place | undefined;
}

/** What a bounded list has to show. */
export interface BoundedListState<Item> {
  readonly items: readonly Item[];
  /** `loading` only while nothing was shown before; a refresh keeps the old items. */
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly busy: boolean;
  /** What follows the items: a page that is loaded when it comes into sight, or the next sheet. */
  readonly after: 'page' | 'sheet' | undefined;
  /** Items on the sheets before this one. */
  readonly before: number;
  /** When items were last read, in milliseconds since 1970; undefined before. */
  readonly readAtMs?: number | undefined;
  /** Why the last page asked for could not be loaded. */
  readonly error: unknown;
  /** Where that has failed: the items are those from before a refresh. */
  readonly isOld?: boolean;
}

/** What a bounded list is made of. */
export interface BoundedListDeps<Item, Place> {
  /** Where the list begins. */
  readonly first: Place;
  /** Most items that are kept at a time. */
  readonly most: number;
  load(place: Place, signal: AbortSignal): Promise<PageAt<Item, Place>>;
  /** What tells one item from another; an item that comes twice, because the list grew meanwhile, is shown once. */
  keyOf(item: Item): string;
  changed(): void;
}

interface Sheet<Place> {
  readonly start: Place;
  /** Items on the sheets before it. */
  readonly before: number;
}

/** Pages that are read again by a refresh; what was shown below them reloads as it comes into sight. */
const mostPagesRefreshed = 5;

/**
 * A list of any length that keeps a bounded part of itself: a sheet, which grows page by page up to `most` items. Then
 * the next sheet takes its place, and the one before can be had again. Its state is replaced, never edited; a stale
 * answer is dropped.
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
  /** The sheets up to the one that is shown. */
  #sheets: readonly Sheet<Place>[];
  #next: Place | undefined;
  #run: AbortController | undefined;
  /** What a page that failed was asked for, to be asked again. */
  #failed: (() => Promise<void>) | undefined;

  constructor(parts: BoundedListDeps<Item, Place>) {
    this.#parts = parts;
    this.#sheets = [{ start: parts.first, before: 0 }];
    this.#next = parts.first;
  }

  get state(): BoundedListState<Item> {
    return this.#state;
  }

  /** Reloads the sheet, as far as it was shown and five pages at most; the items shown stay until then. */
  refresh(): Promise<void> {
    return this.#show(this.#sheets, this.#state.items.length);
  }

  /** Loads the next page of the sheet, or tries again what failed. Does nothing while a page is under way. */
  async loadMore(): Promise<void> {
    if (this.#run !== undefined) return;
    await (this.#failed ?? (() => this.#append()))();
  }

  /** Puts the next sheet in the place of this one. Does nothing where none follows. */
  async later(): Promise<void> {
    const { after, before, items } = this.#state;
    if (after !== 'sheet' || this.#next === undefined) return;
    await this.#show([...this.#sheets, { start: this.#next, before: before + items.length }], 0);
  }

  /** Puts the sheet before in the place of this one. Does nothing on the first. */
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
    read: (signal: AbortSignal) => Promise<{
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

  /** Reads pages from `place` on until there are `wanted` items, and one page at least that brings something new. */
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
    for (let page = 0; page < mostPagesRefreshed && next !== undefined; page += 1) {
      const answer: PageAt<Item, Place> = await this.#parts.load(next, signal);
      for (const item of answer.items) {
        if (keys.has(keyOf(item))) continue;
        keys.add(keyOf(item));
        all.push(item);
      }
      // a page may be named that turns out empty; then the list has ended
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
