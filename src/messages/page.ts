/** A person as a page shows one. */
export interface PersonView {
  readonly name: string;
  readonly email: string;
  /** ISO 8601 with offset. */
  readonly at: string | undefined;
}

/** Why a part could not be shown, in words for the reader. */
export interface FailureView {
  readonly message: string;
  /** Whether asking again may help. */
  readonly retryable: boolean;
  /** Set when the reader gave it up: nothing has gone wrong. */
  readonly stopped?: true;
}

/** A part that arrives on its own after the rest of the page. */
export type PartView<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: FailureView };
