import { placeKey, ReviewDrafts, type ReviewPlace } from './drafts.ts';

/** What is called when something happens to a store. */
interface Listeners {
  /** After a state was replaced. */
  readonly changed?: (store: ReviewDrafts) => void;
  /** After each reading that has succeeded. */
  readonly wasRead?: (store: ReviewDrafts) => void;
}

/** The reviews that were opened; the same store for the same place. */
export class ReviewStores {
  readonly #stores = new Map<string, ReviewDrafts>();
  readonly #listeners: Listeners;

  constructor(listeners: Listeners = {}) {
    this.#listeners = listeners;
  }

  /** The store of a place; it has read nothing yet when it is new. */
  of(place: ReviewPlace): ReviewDrafts {
    const key = placeKey(place);
    const known = this.#stores.get(key);
    if (known) return known;
    const store = new ReviewDrafts(place, this.#listeners.wasRead);
    store.onDidChange(() => this.#listeners.changed?.(store));
    this.#stores.set(key, store);
    return store;
  }

  /** The store of a place when somebody has asked for it. */
  known(place: Omit<ReviewPlace, 'client'>): ReviewDrafts | undefined {
    return this.#stores.get(placeKey(place));
  }

  /** Forgets every review of accounts that are not among these. */
  keepOnly(accounts: readonly { readonly id: string }[]): void {
    const kept = new Set(accounts.map(({ id }) => id));
    for (const [key, store] of this.#stores) {
      if (kept.has(store.place.account)) continue;
      store.close();
      this.#stores.delete(key);
    }
  }
}
