import * as vscode from 'vscode';
import { TreeChanges } from '../treeChanges.ts';
import type { AdministrationSection } from './section.ts';

/** The Administration view: its sections one below the other. Nothing is loaded before the view is seen. */
export class AdministrationView implements vscode.TreeDataProvider<object>, vscode.Disposable {
  readonly #changed = new TreeChanges();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #sections: readonly AdministrationSection[];
  /** Whose a row is; rows are let go with the tree. */
  readonly #owners = new WeakMap<object, AdministrationSection>();
  readonly #subscriptions: vscode.Disposable;

  constructor(sections: readonly AdministrationSection[]) {
    this.#sections = sections;
    const view = vscode.window.createTreeView('graft.administration', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    const tell = (isVisible: boolean): void => {
      for (const section of sections) section.seen?.(isVisible);
    };
    tell(view.visible);
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      view,
      view.onDidChangeVisibility(({ visible }) => tell(visible)),
      ...sections.map((section) => section.onDidChange((row) => this.#changed.fire(row))),
    );
  }

  /** Loads every section anew. */
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

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #owned(section: AdministrationSection, rows: readonly object[]): object[] {
    for (const row of rows) this.#owners.set(row, section);
    return [...rows];
  }
}
