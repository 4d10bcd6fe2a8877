import * as vscode from '../vscode.ts';
import type { Shell } from '../shell/shell.ts';

/** Memoises an async factory; failures are not cached. */
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

class LateEvent<T> implements vscode.Disposable {
  readonly #emitter = new vscode.EventEmitter<T>();
  #source: vscode.Disposable | undefined;
  readonly event = this.#emitter.event;

  follow(source: vscode.Event<T> | undefined): void {
    this.#source = source?.((value) => this.#emitter.fire(value));
  }

  dispose(): void {
    this.#source?.dispose();
    this.#emitter.dispose();
  }
}

/**
 * Tree view whose provider is loaded when the view first becomes visible. With `resolveTreeItem`, VS Code shows
 * only the tooltips that it sets.
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
    getTreeItem: async (row) => (loaded ?? (await following())).getTreeItem(row),
    getParent: (row) => loaded?.getParent?.(row),
    ...(resolveTreeItem && { resolveTreeItem }),
  };
  // VS Code would propagate checks only to rendered children
  const options = { showCollapseAll: true, manageCheckboxStateManually: true };
  return own(vscode.window.createTreeView(id, { treeDataProvider, ...options }));
};

export interface RestoredPages {
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/** Registers a serializer that is loaded with the first restored page. */
export const latePages = (viewType: string, load: () => Promise<RestoredPages>): vscode.Disposable =>
  vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await load()).restore(panel, state),
  });

/** Read-only documents whose provider is loaded with the first. */
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

/** Files whose provider is loaded with the first. */
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
