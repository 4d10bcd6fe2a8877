import type * as vscode from '../vscode.ts';

/**
 * A part of the Administration view, with rows of its own. The rows are what commands of the view's menus are given;
 * a section tells its own apart by their `kind`, which no other section uses.
 */
export interface ViewSection<Row extends object = object> {
  /** The rows of the first level, mostly one heading. Asked for only while the view is shown, so it may begin to load. */
  rows(): readonly Row[];
  /** The rows below one of the section's rows. */
  children(row: Row): readonly Row[];
  /** A row as VS Code draws it. Ids of items begin with a word of the section. */
  item(row: Row): vscode.TreeItem;
  /** Fires with the row that has to be drawn again with what is below it, or with undefined for the whole section. */
  readonly onDidChange: vscode.Event<Row | undefined>;
  /** Called when the view comes into sight and when it goes out of it. */
  seen?(isVisible: boolean): void;
  /** Reloads what the section shows; the rows before stay until then. A failure is a row, never thrown. */
  refresh(): Promise<void>;
}
