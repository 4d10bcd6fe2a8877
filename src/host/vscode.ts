import * as vscode from 'vscode';
import {
  shownComment,
  shownItem,
  shownMarkdown,
  shownOptions,
  shownProblem,
  shownRow,
  shownText,
  shownWhenSet,
} from './shownWords.ts';
import { soon } from './soon.ts';

/* The `vscode` API with all displayed text escaped: names and messages from servers may hold bidirectional or control characters that disguise what surrounds them. File contents are not changed. */
export * from 'vscode';

/** Overrides some functions; others are inherited. */
const partWith = <Part extends object, Own extends object>(part: Part, own: Own): Part & Own =>
  Object.create(part, Object.getOwnPropertyDescriptors(own)) as Part & Own;

export const l10n = partWith(vscode.l10n, {
  /** Plural forms: `{0}` is the number, `{1}`, … the other values. */
  many: (count: number, one: string, other: string, ...values: readonly string[]): string => {
    const { language } = vscode.env;
    const isOne = new Intl.PluralRules(language).select(count) === 'one';
    return vscode.l10n.t(isOne ? one : other, count.toLocaleString(language), ...values);
  },
});

type Button = string | vscode.MessageItem | vscode.MessageOptions;
type ShowMessage = (text: string, ...rest: readonly Button[]) => Thenable<Button | undefined>;
type ShowMessages = Readonly<Record<'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage', ShowMessage>>;

/** Returns the caller's button, not the escaped one. */
const showBy =
  (name: keyof ShowMessages): ShowMessage =>
  async (text, ...rest) => {
    const shown = rest.map((each) => {
      if (typeof each === 'string') return shownText(each);
      return 'title' in each ? shownOptions(each, ['title']) : shownOptions(each, ['detail']);
    });
    const chosen = await (vscode.window as unknown as ShowMessages)[name](shownText(text), ...shown);
    return chosen === undefined ? undefined : rest[shown.indexOf(chosen)];
  };

const rowsShown = <T extends vscode.QuickPickItem>(rows: readonly T[]): readonly T[] => rows.map(shownRow);

const panelShown = (panel: vscode.WebviewPanel): vscode.WebviewPanel => shownWhenSet(panel, { title: shownText });

const treeShown = <T>(
  tree: vscode.TreeDataProvider<T>,
  drawn: (row: T, item: vscode.TreeItem) => vscode.TreeItem,
): vscode.TreeDataProvider<T> => ({
  ...(tree.onDidChangeTreeData && { onDidChangeTreeData: tree.onDidChangeTreeData }),
  getChildren: (row) => tree.getChildren(row),
  getTreeItem: (row) => whenThere(tree.getTreeItem(row), (item) => drawn(row, shownItem(item))),
  ...(tree.getParent && { getParent: (row: T) => tree.getParent?.(row) }),
  ...(tree.resolveTreeItem && {
    resolveTreeItem: (item, row, token) =>
      whenThere(tree.resolveTreeItem?.(item, row, token), (resolved) => resolved && shownItem(resolved)),
  }),
});

/**
 * Routes row clicks through one command without arguments. VS Code drops the arguments of a row's command while it
 * refreshes the row: a click then would fail with “Actual command not found”.
 */
const openRows = <T>(id: string, selected: () => T | undefined) => {
  const given = new WeakMap<object, vscode.Command>();
  const opening = `${id}.openRow`;
  vscode.commands.registerCommand(opening, async () => {
    const row = await soon(selected);
    const { command, arguments: values = [] } = given.get(row as object) ?? {};
    return command === undefined ? undefined : vscode.commands.executeCommand(command, ...(values as unknown[]));
  });
  return (row: T, item: vscode.TreeItem): vscode.TreeItem => {
    if (item.command && item.command.command !== opening) {
      given.set(row as object, item.command);
      item.command = { command: opening, title: item.command.title };
    }
    return item;
  };
};

const whenThere = <T, Shown>(value: T | Thenable<T>, show: (value: T) => Shown): Shown | Thenable<Shown> =>
  typeof value === 'object' && value !== null && 'then' in value ? value.then(show) : show(value);

/** Only items, as plain strings would return the escaped text. */
interface RowsOnly {
  showQuickPick<T extends vscode.QuickPickItem>(
    rows: readonly T[],
    options: vscode.QuickPickOptions & { readonly canPickMany: true },
  ): Thenable<T[] | undefined>;
  showQuickPick<T extends vscode.QuickPickItem>(
    rows: readonly T[],
    options?: vscode.QuickPickOptions,
  ): Thenable<T | undefined>;
}

export const window = partWith(vscode.window, {
  showInformationMessage: showBy('showInformationMessage'),
  showWarningMessage: showBy('showWarningMessage'),
  showErrorMessage: showBy('showErrorMessage'),

  setStatusBarMessage: (text: string, hideAfterMs: number) =>
    vscode.window.setStatusBarMessage(shownText(text), hideAfterMs),

  showQuickPick: (rows: readonly vscode.QuickPickItem[], options: vscode.QuickPickOptions = {}) =>
    vscode.window.showQuickPick(rowsShown(rows), shownOptions(options, ['title', 'placeHolder'])),

  createQuickPick: () =>
    shownWhenSet(vscode.window.createQuickPick(), { title: shownText, placeholder: shownText, items: rowsShown }),

  showInputBox: (options: vscode.InputBoxOptions = {}) => {
    const shown = shownOptions(options, ['title', 'prompt', 'placeHolder']);
    const validateInput: typeof options.validateInput =
      options.validateInput && ((text) => whenThere(options.validateInput?.(text), shownProblem));
    return vscode.window.showInputBox(validateInput === undefined ? shown : { ...shown, validateInput });
  },

  createInputBox: () =>
    shownWhenSet(vscode.window.createInputBox(), {
      title: shownText,
      prompt: shownText,
      placeholder: shownText,
      validationMessage: shownProblem,
    }),

  showOpenDialog: (options: vscode.OpenDialogOptions = {}) =>
    vscode.window.showOpenDialog(shownOptions(options, ['title', 'openLabel'])),

  showSaveDialog: (options: vscode.SaveDialogOptions = {}) =>
    vscode.window.showSaveDialog(shownOptions(options, ['title', 'saveLabel'])),

  withProgress: <R>(options: vscode.ProgressOptions, task: Parameters<typeof vscode.window.withProgress<R>>[1]) =>
    vscode.window.withProgress(shownOptions(options, ['title']), (progress, token) =>
      task({ report: (step) => progress.report(shownOptions(step, ['message'])) }, token),
    ),

  createTreeView<T>(id: string, options: vscode.TreeViewOptions<T>): vscode.TreeView<T> {
    const opening = openRows(id, () => view.selection[0]);
    const treeDataProvider = treeShown(options.treeDataProvider, opening);
    const view: vscode.TreeView<T> = shownWhenSet(vscode.window.createTreeView(id, { ...options, treeDataProvider }), {
      title: shownText,
      description: shownText,
      message: shownText,
    });
    return view;
  },

  createWebviewPanel: (viewType: string, title: string, ...rest: [vscode.ViewColumn, vscode.WebviewPanelOptions]) =>
    panelShown(vscode.window.createWebviewPanel(viewType, shownText(title), ...rest)),

  registerWebviewPanelSerializer: (viewType: string, serializer: vscode.WebviewPanelSerializer) =>
    vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel, state) => serializer.deserializeWebviewPanel(panelShown(panel), state),
    }),

  createStatusBarItem: (id: string, alignment?: vscode.StatusBarAlignment, priority?: number) =>
    shownWhenSet(vscode.window.createStatusBarItem(id, alignment, priority), {
      text: shownText,
      tooltip: shownMarkdown,
      name: shownText,
      accessibilityInformation: (information) => information && shownOptions(information, ['label']),
    }),
}) as Omit<typeof vscode.window, keyof RowsOnly> & RowsOnly;

const commentsShown = (comments: readonly vscode.Comment[]): readonly vscode.Comment[] => comments.map(shownComment);

export const comments = partWith(vscode.comments, {
  createCommentController(id: string, label: string) {
    const controller = vscode.comments.createCommentController(id, shownText(label));
    return partWith(controller, {
      createCommentThread: (uri: vscode.Uri, range: vscode.Range, first: readonly vscode.Comment[]) =>
        shownWhenSet(controller.createCommentThread(uri, range, commentsShown(first)), {
          comments: commentsShown,
          label: shownText,
        }),
    });
  },
});

/** Index of the title among the arguments. */
const titleOf: Readonly<Record<string, number>> = { 'vscode.diff': 2, 'vscode.open': 2, 'vscode.changes': 0 };

export const commands = partWith(vscode.commands, {
  executeCommand: (id: string, ...rest: readonly unknown[]) =>
    vscode.commands.executeCommand(id, ...rest.map((each, index) => (index === titleOf[id] ? shownText(each) : each))),
});
