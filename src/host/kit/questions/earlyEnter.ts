import type * as vscode from '../../vscode.ts';

const typingPauseMs = 200;

type Picker = Pick<vscode.QuickPick<vscode.QuickPickItem>, 'value'>;

/**
 * Defers an Enter pressed before the rows for the typed text have arrived, then accepts the intended row if that is
 * unambiguous.
 */
export class EarlyEnter<Row extends vscode.QuickPickItem> {
  readonly #picker: Picker;
  #pause: NodeJS.Timeout | undefined;
  #asked: string | undefined;
  #shown: string | undefined;
  #pressed: { readonly chosen: Row | undefined; readonly text: string } | undefined;

  constructor(picker: Picker) {
    this.#picker = picker;
  }

  get isEarly(): boolean {
    return this.#text !== this.#shown;
  }

  get #text(): string {
    return this.#picker.value.trim();
  }

  /**
   * Starts a search after a pause; returns whether rows are pending. VS Code may report a text twice: then the visible
   * rows stay.
   */
  typed(search: () => void): boolean {
    if (this.#pressed?.text !== this.#text) this.#pressed = undefined;
    clearTimeout(this.#pause);
    if (this.#asked === this.#text) return true;
    if (this.#asked === undefined && !this.isEarly) return false;
    this.#pause = setTimeout(search, typingPauseMs);
    return true;
  }

  press(chosen: Row | undefined, search: () => void): void {
    this.#pressed = { chosen, text: this.#text };
    clearTimeout(this.#pause);
    if (this.#asked !== this.#text) search();
  }

  searching(): string {
    this.#asked = this.#text;
    return this.#asked;
  }

  /** Returns the row that an early Enter meant. */
  found(rows: readonly Row[], text: string): Row | undefined {
    this.#shown = text;
    this.#asked = undefined;
    const pressed = this.#pressed;
    if (pressed === undefined || this.isEarly) return undefined;
    this.#pressed = undefined;
    return meantRow(pressed.chosen, rows, text);
  }

  dispose(): void {
    clearTimeout(this.#pause);
  }
}

/** The chosen row if found again, else the row of that name, else the only row. */
export const meantRow = <Row extends vscode.QuickPickItem>(
  chosen: Row | undefined,
  rows: readonly Row[],
  text: string,
): Row | undefined => {
  const again = chosen && rows.find((row) => isSame(chosen, row));
  return again ?? rows.find(({ label }) => label === text) ?? (rows.length === 1 ? rows[0] : undefined);
};

const isSame = (one: vscode.QuickPickItem, other: vscode.QuickPickItem): boolean =>
  one.label === other.label && one.description === other.description && one.detail === other.detail;
