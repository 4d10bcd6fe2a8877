import type * as vscode from '../vscode.ts';

/** Delay after the last request for the work and after the rows of visible views. */
export const afterViewsMs = 1_000;

const maxMs = 10_000;

/** Resolves once the rows of visible views have loaded or failed. */
export type RowsFirst = () => Promise<unknown>;

/** Debounced background work. Waits for the rows of visible views, whose requests go first. */
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
      }, maxMs);
    });
    // views may receive the same event later
    await Promise.resolve();
    let shown: Promise<unknown>;
    do {
      shown = this.#rows();
      await Promise.race([shown, limit]);
      if (turn !== this.#turn) return;
      // the rows are being drawn; others may load meanwhile
      await new Promise<void>((resolve) => (this.#timer = setTimeout(resolve, waitMs)));
      if (turn !== this.#turn) return;
    } while (shown !== this.#rows() && !isOver);
    clearTimeout(this.#limit);
    await this.#work();
  }
}
