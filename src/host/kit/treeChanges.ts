import * as vscode from '../vscode.ts';

/** Longer than it takes until an answer to the window has left this process. */
const pauseMs = 20;

/**
 * Change events of a tree, collected for a moment before they are fired. VS Code drops an event that arrives in one
 * message with an older answer about the same rows, and "Loading…" would stay for ever.
 */
export class TreeChanges<Row extends object> implements vscode.Disposable {
  readonly #told = new vscode.EventEmitter<Row[] | undefined>();
  readonly #rows = new Set<Row>();
  #isWhole = false;
  #timer: NodeJS.Timeout | undefined;

  /** For `onDidChangeTreeData`: the rows to draw again, or undefined for the whole tree. */
  readonly event = this.#told.event;

  /** Redraws a row and its children; without a row the whole tree. */
  fire(row?: Row): void {
    if (row === undefined) this.#isWhole = true;
    else this.#rows.add(row);
    this.#timer ??= setTimeout(() => this.#tell(), pauseMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#told.dispose();
  }

  #tell(): void {
    const rows = this.#isWhole ? undefined : [...this.#rows];
    this.#timer = undefined;
    this.#isWhole = false;
    this.#rows.clear();
    this.#told.fire(rows);
  }
}
