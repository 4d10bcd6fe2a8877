import * as vscode from '../vscode.ts';
import type { Shell } from '../shell/shell.ts';

/** Makes something when it is first asked for, once. What fails is not kept: the next who asks tries again. */
export const late = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};

/** An event of something that is loaded later. */
class LateEvent<T> implements vscode.Disposable {
  readonly #emitter = new vscode.EventEmitter<T>();
  #source: vscode.Disposable | undefined;
  readonly event = this.#emitter.event;

  /** Fires from now on whenever the event of what was loaded does. */
  follow(source: vscode.Event<T> | undefined): void {
    this.#source = source?.((value) => this.#emitter.fire(value));
  }

  dispose(): void {
    this.#source?.dispose();
    this.#emitter.dispose();
  }
}

/**
 * The tree of a view whose code is loaded when the view first comes into sight. `own` keeps what it listens to. Where rows
 * are resolved, VS Code shows only the tooltips that these have then.
 */
export const lateTree = <Row extends object>(
  own: Shell['own'],
  id: string,
  load: () => Promise<vscode.TreeDataProvider<Row>>,
  resolveTreeItem?: vscode.TreeDataProvider<Row>['resolveTreeItem'],
): vscode.TreeView<Row> => {
  const changed = own(new LateEvent<Row | Row[] | undefined | void | null>());
  let loaded: vscode.TreeDataProvider<Row> | undefined;
  const following = late(async () => {
    loaded = await load();
    changed.follow(loaded.onDidChangeTreeData);
    return loaded;
  });
  const treeDataProvider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (row) => (await following()).getChildren(row),
    // there are no rows before
    getTreeItem: async (row) => (loaded ?? (await following())).getTreeItem(row),
    getParent: (row) => loaded?.getParent?.(row),
    ...(resolveTreeItem && { resolveTreeItem }),
  };
  // VS Code would tick and untick what is below a row only where it has drawn that
  const options = { showCollapseAll: true, manageCheckboxStateManually: true };
  return own(vscode.window.createTreeView(id, { treeDataProvider, ...options }));
};

/** Pages that a reload of the window brings back: what can fill the panel of one from the state it has kept. */
export interface RestoredPages {
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/** Has pages of a kind brought back by code that is loaded when there is one. */
export const latePages = (viewType: string, load: () => Promise<RestoredPages>): vscode.Disposable =>
  vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await load()).restore(panel, state),
  });

/** The texts of a scheme that nobody can change, made by code that is loaded when the first of them is opened. */
export const lateTexts = (
  scheme: string,
  load: () => Promise<vscode.TextDocumentContentProvider>,
): vscode.Disposable => {
  const changed = new LateEvent<vscode.Uri>();
  const texts = late(async () => {
    const provider = await load();
    changed.follow(provider.onDidChange);
    return provider;
  });
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: async (uri, token) => (await texts()).provideTextDocumentContent(uri, token),
  });
  return vscode.Disposable.from(registration, changed);
};

/** The files of a scheme, served by code that is loaded when the first of them is opened. */
export const lateFiles = (
  scheme: string,
  load: () => Promise<vscode.FileSystemProvider>,
  options: { readonly isReadonly?: boolean } = {},
): vscode.Disposable => {
  const changed = new LateEvent<vscode.FileChangeEvent[]>();
  const files = late(async () => {
    const provider = await load();
    changed.follow(provider.onDidChangeFile);
    return provider;
  });
  const nothing = new vscode.Disposable(() => undefined);
  const registration = vscode.workspace.registerFileSystemProvider(
    scheme,
    {
      onDidChangeFile: changed.event,
      watch: () => nothing,
      stat: async (uri) => (await files()).stat(uri),
      readDirectory: async (uri) => (await files()).readDirectory(uri),
      createDirectory: async (uri) => (await files()).createDirectory(uri),
      readFile: async (uri) => (await files()).readFile(uri),
      writeFile: async (uri, content, how) => (await files()).writeFile(uri, content, how),
      delete: async (uri, how) => (await files()).delete(uri, how),
      rename: async (from, to, how) => (await files()).rename(from, to, how),
    },
    { isCaseSensitive: true, ...options },
  );
  return vscode.Disposable.from(registration, changed);
};
