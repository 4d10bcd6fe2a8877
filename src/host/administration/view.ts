import * as vscode from '../vscode.ts';
import { Tree } from '../kit/trees/tree.ts';
import type { ViewSection } from '../kit/trees/viewSection.ts';

/** Loads nothing before the view is visible. */
export class AdministrationView extends Tree<object> {
  readonly #sections: readonly ViewSection[];
  /** Section of each row. */
  readonly #owners = new WeakMap<object, ViewSection>();

  constructor(sections: readonly ViewSection[], view: vscode.TreeView<object>) {
    super(view);
    this.#sections = sections;
    const setVisible = (isVisible: boolean): void => {
      for (const section of sections) section.seen?.(isVisible);
    };
    setVisible(view.visible);
    this.own(view.onDidChangeVisibility(({ visible }) => setVisible(visible)));
    for (const section of sections) this.own(section.onDidChange((row) => this.redraw(row)));
  }

  async refresh(): Promise<void> {
    await Promise.all(this.#sections.map((section) => section.refresh()));
  }

  getTreeItem(row: object): vscode.TreeItem {
    const section = this.#owners.get(row);
    return section === undefined ? new vscode.TreeItem('') : section.item(row);
  }

  getChildren(row?: object): object[] {
    if (row === undefined) return this.#sections.flatMap((section) => this.#owned(section, section.rows()));
    const section = this.#owners.get(row);
    return section === undefined ? [] : this.#owned(section, section.children(row));
  }

  #owned(section: ViewSection, rows: readonly object[]): object[] {
    for (const row of rows) this.#owners.set(row, section);
    return [...rows];
  }
}
