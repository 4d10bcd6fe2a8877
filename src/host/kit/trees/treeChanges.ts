import * as vscode from '../../vscode.ts';

/** Long enough for a pending answer to leave first. */
const pauseMs = 20;

/**
 * Delays change events of a tree. VS Code drops one that arrives in one message with an older answer, leaving
 * "Loading…".
 */
export class TreeChanges<Row extends object> implements vscode.Disposable {
  readonly #notified = new vscode.EventEmitter<Row[] | undefined>();
  readonly #rows = new Set<Row>();
  #isWhole = false;
  #timer: NodeJS.Timeout | undefined;

  readonly event = this.#notified.event;

  fire(row?: Row): void {
    if (row === undefined) this.#isWhole = true;
    else this.#rows.add(row);
    this.#timer ??= setTimeout(() => this.#notify(), pauseMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#notified.dispose();
  }

  #notify(): void {
    const rows = this.#isWhole ? undefined : [...this.#rows];
    this.#timer = undefined;
    this.#isWhole = false;
    this.#rows.clear();
    this.#notified.fire(rows);
  }
}
