import type * as vscode from '../../vscode.ts';

/** A section of the Administration view. Rows are passed to menu commands, so no other section uses their `kind`. */
export interface ViewSection<Row extends object = object> {
  /** Requested only while the view is visible, so it may start loading. */
  rows(): readonly Row[];
  children(row: Row): readonly Row[];
  /** Ids begin with the name of the section. */
  item(row: Row): vscode.TreeItem;
  /** The row to refresh, or undefined for the section. */
  readonly onDidChange: vscode.Event<Row | undefined>;
  seen?(isVisible: boolean): void;
  /** Never throws: a failure becomes a row. The old rows stay meanwhile. */
  refresh(): Promise<void>;
}
