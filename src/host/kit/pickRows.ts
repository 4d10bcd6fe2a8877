import * as vscode from '../vscode.ts';

/**
 * The rows of a quick pick that are replaced while it is open. VS Code tells which row Enter was pressed on by its
 * place alone: while new rows are on their way to the window, that place is one among the rows before them.
 */
export class PickRows<Row extends vscode.QuickPickItem> {
  readonly #picker: vscode.QuickPick<Row>;
  readonly #arrived: () => void;
  #sent: readonly Row[];
  /** The rows the window is known to have. */
  #inWindow: readonly Row[];

  /** `arrived` is called once the window has the rows that were shown last: they may have been ticked by then. */
  constructor(picker: vscode.QuickPick<Row>, arrived: () => void = () => undefined) {
    this.#picker = picker;
    this.#arrived = arrived;
    this.#sent = picker.items;
    this.#inWindow = this.#sent;
  }

  /** Whether the window has the rows that were shown last. */
  get haveArrived(): boolean {
    return this.#inWindow === this.#sent;
  }

  /** The row Enter was pressed on, which may be one of those before; undefined when that cannot be told. */
  get chosen(): Row | undefined {
    const { activeItems, selectedItems, canSelectMany } = this.#picker;
    // of rows with checkboxes those that are ticked are selected
    const [row] = canSelectMany ? activeItems : selectedItems;
    if (this.haveArrived || row === undefined) return row;
    return this.#inWindow[this.#picker.items.indexOf(row)];
  }

  /** Puts rows in place of those shown; resolves once the window has them. */
  async show(rows: readonly Row[]): Promise<void> {
    this.#picker.items = rows;
    this.#sent = rows;
    await roundTrip();
    this.#inWindow = rows;
    if (this.haveArrived) this.#arrived();
  }

  /**
   * Ticks these of the rows that are shown, and those the user ticks meanwhile; answers what is ticked once the window has
   * done so. Undefined when other rows or ticks came in between.
   */
  async tick(rows: readonly Row[]): Promise<readonly Row[] | undefined> {
    const sent = [...this.#sent];
    this.#sent = sent;
    const wanted = new Set(rows);
    let told: readonly Row[] = [];
    const listening = this.#picker.onDidChangeSelection((now) => (told = [...told, ...now]));
    try {
      // the window draws new rows without ticks, and reports that as if the user had removed them: they are set once more
      for (let pass = 1; ; pass += 1) {
        told = [];
        this.#picker.selectedItems = [...wanted];
        await roundTrip();
        if (this.#sent !== sent) return undefined;
        // what was told in the first pass may be about the rows before: what holds at its end is about these
        const added = (pass === 1 ? this.#picker.selectedItems : told).filter((row) => !wanted.has(row));
        for (const row of added) wanted.add(row);
        if (pass > 1 && added.length === 0) break;
      }
    } finally {
      listening.dispose();
    }
    this.#inWindow = sent;
    return this.#picker.selectedItems;
  }
}

/** Waits until the window has what a quick pick was given. */
const roundTrip = async (): Promise<void> => {
  // a quick pick tells the window of its rows by a timer without delay: what comes by the next one is right behind it,
  // and the window answers in order
  await new Promise((resolve) => setTimeout(resolve, 0));
  await vscode.commands.executeCommand('setContext', 'graft.pickRows', true);
};
