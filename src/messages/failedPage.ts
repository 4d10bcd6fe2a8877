/** Messages to a page that stands in for one that could not be shown after a reload. */
export interface ToFailedPage {
  readonly type: 'failed';
  /** What could not be shown, for a heading. */
  readonly title: string;
  /** Why, and what to do, in sentences. */
  readonly message: string;
}

/** Messages from such a page: it can listen, or the reader wants another try. */
export interface FromFailedPage {
  readonly type: 'ready' | 'retry';
}
