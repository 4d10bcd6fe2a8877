/** Placeholder for a page that could not be restored. */
export interface ToFailedPage {
  readonly type: 'failed';
  /** Heading. */
  readonly title: string;
  /** Reason and advice. */
  readonly message: string;
}

export interface FromFailedPage {
  readonly type: 'ready' | 'retry';
}
