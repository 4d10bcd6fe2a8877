import * as vscode from '../../vscode.ts';

/**
 * Replaces the rows of an open quick pick. VS Code reports the accepted row by index, which refers to the old rows
 * until the window has the new ones.
 */
export class PickRows<Row extends vscode.QuickPickItem> {
  readonly #picker: vscode.QuickPick<Row>;
  readonly #arrived: () => void;
  #sent: readonly Row[];
  #inWindow: readonly Row[];

  /** `arrived`: the window has the last rows, and some may be checked. */
  constructor(picker: vscode.QuickPick<Row>, arrived: () => void = () => undefined) {
    this.#picker = picker;
    this.#arrived = arrived;
    this.#sent = picker.items;
    this.#inWindow = this.#sent;
  }

  get haveArrived(): boolean {
    return this.#inWindow === this.#sent;
  }

  /** The accepted row, perhaps an old one; undefined if unknown. */
  get chosen(): Row | undefined {
    const { activeItems, selectedItems, canSelectMany } = this.#picker;
    const [row] = canSelectMany ? activeItems : selectedItems;
    if (this.haveArrived || row === undefined) return row;
    return this.#inWindow[this.#picker.items.indexOf(row)];
  }

  /** Resolves once the window has the rows. */
  async show(rows: readonly Row[]): Promise<void> {
    this.#picker.items = rows;
    this.#sent = rows;
    await roundTrip();
    this.#inWindow = rows;
    if (this.haveArrived) this.#arrived();
  }

  /** Checks these rows and those the user checks meanwhile; undefined if the rows or checks were replaced meanwhile. */
  async tick(rows: readonly Row[]): Promise<readonly Row[] | undefined> {
    const sent = [...this.#sent];
    this.#sent = sent;
    const wanted = new Set(rows);
    let known: readonly Row[] = [];
    const listening = this.#picker.onDidChangeSelection((now) => (known = [...known, ...now]));
    try {
      // the window draws new rows unchecked and reports that like a user's change, so they are checked again
      for (let pass = 1; ; pass += 1) {
        known = [];
        this.#picker.selectedItems = [...wanted];
        await roundTrip();
        if (this.#sent !== sent) return undefined;
        // events of the first pass may refer to the old rows
        const added = (pass === 1 ? this.#picker.selectedItems : known).filter((row) => !wanted.has(row));
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

const roundTrip = async (): Promise<void> => {
  // a quick pick sends its properties from a timer of 0 ms, so the answer to a command of the next timer comes after
  // them
  await new Promise((resolve) => setTimeout(resolve, 0));
  await vscode.commands.executeCommand('setContext', 'graft.pickRows', true);
};
