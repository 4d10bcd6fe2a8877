import type * as vscode from '../vscode.ts';

/** How long typing rests before the server is asked, in milliseconds. */
const typingPauseMs = 200;

type Picker = Pick<vscode.QuickPick<vscode.QuickPickItem>, 'value'>;

/**
 * Holds an Enter back that comes before the rows for what was typed: the row it would take belongs to another search.
 * Once the rows are there it takes the one that was meant, where that is beyond doubt.
 */
export class EarlyEnter<Row extends vscode.QuickPickItem> {
  readonly #picker: Picker;
  #pause: NodeJS.Timeout | undefined;
  /** What the server is being asked for; undefined while nothing is. */
  #asked: string | undefined;
  /** What the rows in sight were found by. */
  #shown: string | undefined;
  #pressed: { readonly chosen: Row | undefined; readonly text: string } | undefined;

  constructor(picker: Picker) {
    this.#picker = picker;
  }

  /** Whether the rows in sight are not those for what was typed. */
  get isEarly(): boolean {
    return this.#text !== this.#shown;
  }

  get #text(): string {
    return this.#picker.value.trim();
  }

  /**
   * Searches when typing rests, and says whether rows are to come; an Enter that came before one typed on is forgotten.
   * An editor may tell the same text twice: rows that are in sight for it stay, and so does the reader's place in them.
   */
  typed(search: () => void): boolean {
    if (this.#pressed?.text !== this.#text) this.#pressed = undefined;
    clearTimeout(this.#pause);
    if (this.#asked === this.#text) return true;
    if (this.#asked === undefined && !this.isEarly) return false;
    this.#pause = setTimeout(search, typingPauseMs);
    return true;
  }

  /** Enter was pressed too early, on a row of another search: searches at once. */
  press(chosen: Row | undefined, search: () => void): void {
    this.#pressed = { chosen, text: this.#text };
    clearTimeout(this.#pause);
    if (this.#asked !== this.#text) search();
  }

  /** Says that a search begins; answers what for. */
  searching(): string {
    this.#asked = this.#text;
    return this.#asked;
  }

  /** Says what was found; answers the row an early Enter was for. */
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

/** The row that was chosen where it was found again, else the one of that name, else the only one. */
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
