import { placeKey, ReviewDrafts, type ReviewPlace } from './drafts.ts';

interface Listeners {
  readonly changed?: (store: ReviewDrafts) => void;
  readonly wasRead?: (store: ReviewDrafts) => void;
}

/** One store per place. */
export class ReviewStores {
  readonly #stores = new Map<string, ReviewDrafts>();
  readonly #listeners: Listeners;

  constructor(listeners: Listeners = {}) {
    this.#listeners = listeners;
  }

  of(place: ReviewPlace): ReviewDrafts {
    const key = placeKey(place);
    const known = this.#stores.get(key);
    if (known) return known;
    const store = new ReviewDrafts(place, this.#listeners.wasRead);
    store.onDidChange(() => this.#listeners.changed?.(store));
    this.#stores.set(key, store);
    return store;
  }

  /** Doesn't create a store. */
  known(place: Omit<ReviewPlace, 'client'>): ReviewDrafts | undefined {
    return this.#stores.get(placeKey(place));
  }

  /** Closes the stores of other accounts. */
  keepOnly(accounts: readonly { readonly id: string }[]): void {
    const stored = new Set(accounts.map(({ id }) => id));
    for (const [key, store] of this.#stores) {
      if (stored.has(store.place.account)) continue;
      store.close();
      this.#stores.delete(key);
    }
  }
}
