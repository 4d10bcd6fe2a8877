import type * as vscode from '../vscode.ts';

/** How long what nobody has asked to see waits after the last reason to read it, and after the rows of the views. */
export const afterViewsMs = 1_000;

/** How long it waits for rows that do not come. */
const mostMs = 10_000;

/** The rows of visible views: a promise that resolves once those being loaded are there or have failed. */
export type RowsFirst = () => Promise<unknown>;

/**
 * Background work, such as reading what the status bar shows: done a while after the last reason for it, and not before
 * the rows of visible views are there, so that the requests of those rows are sent first.
 */
export class AfterRows implements vscode.Disposable {
  readonly #work: () => Promise<void>;
  readonly #rows: RowsFirst;
  #timer: NodeJS.Timeout | undefined;
  #limit: NodeJS.Timeout | undefined;
  #turn = 0;

  constructor(work: () => Promise<void>, rows: RowsFirst) {
    this.#work = work;
    this.#rows = rows;
  }

  /** Does the work a while from now, once for all reasons that come until then. */
  soon(waitMs = afterViewsMs): void {
    this.#stop();
    void this.#wait(this.#turn, waitMs);
  }

  dispose(): void {
    this.#stop();
  }

  #stop(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    clearTimeout(this.#limit);
  }

  async #wait(turn: number, waitMs: number): Promise<void> {
    let isOver = false;
    const limit = new Promise<void>((resolve) => {
      this.#limit = setTimeout(() => {
        isOver = true;
        resolve();
      }, mostMs);
    });
    // those who show rows may hear of the same event later
    await Promise.resolve();
    let shown: Promise<unknown>;
    do {
      shown = this.#rows();
      await Promise.race([shown, limit]);
      if (turn !== this.#turn) return;
      // the rows have come, and are drawn while this waits; others may be asked for meanwhile
      await new Promise<void>((resolve) => (this.#timer = setTimeout(resolve, waitMs)));
      if (turn !== this.#turn) return;
    } while (shown !== this.#rows() && !isOver);
    clearTimeout(this.#limit);
    await this.#work();
  }
}
