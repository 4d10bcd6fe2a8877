import * as vscode from '../vscode.ts';

/**
 * The rows of a quick pick that are replaced while it is open. VS Code tells which row Enter was pressed on by its
 * place alone: while new rows are on their way to the window, that place is one among the rows before them.
 */
export class PickRows<Row extends vscode.QuickPickItem> {
  readonly #picker: vscode.QuickPick<Row>;
  #sent: readonly Row[];
  /** The rows the window is known to have. */
  #inWindow: readonly Row[];

  constructor(picker: vscode.QuickPick<Row>) {
    this.#picker = picker;
    this.#sent = picker.items;
    this.#inWindow = this.#sent;
  }

  /** Whether the window has the rows that were shown last. */
  get haveArrived(): boolean {
    return this.#inWindow === this.#sent;
  }

  /** The row Enter was pressed on, which may be one of those before; undefined when that cannot be told. */
  get chosen(): Row | undefined {
    const [row] = this.#picker.selectedItems;
    if (this.haveArrived || row === undefined) return row;
    return this.#inWindow[this.#picker.items.indexOf(row)];
  }

  /** Puts rows in place of those shown. */
  show(rows: readonly Row[]): void {
    this.#picker.items = rows;
    this.#sent = rows;
    void this.#arrival(rows);
  }

  async #arrival(rows: readonly Row[]): Promise<void> {
    // a quick pick tells the window of its rows by a timer without delay: what comes by the next one is right behind it,
    // and the window answers in order
    await new Promise((resolve) => setTimeout(resolve, 0));
    await vscode.commands.executeCommand('setContext', 'graft.pickRows', true);
    this.#inWindow = rows;
  }
}
