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

/*
 * VS Code as the rest of the extension has it. Words of servers and repositories go everywhere the editor shows words,
 * and characters in them that turn the direction of what follows, or control it otherwise, would act on what stands
 * around them. Whatever shows words is in here, where such characters become visible; the contents of files are not.
 */
export * from 'vscode';

/** A part of the API with some functions of ours; all others are looked up when they are called. */
const partWith = <Part extends object, Own extends object>(part: Part, own: Own): Part & Own =>
  Object.create(part, Object.getOwnPropertyDescriptors(own)) as Part & Own;

/** `vscode.l10n`, with the forms that languages have for numbers. */
export const l10n = partWith(vscode.l10n, {
  /** A text in the form that the language has for a number: `{0}` is the number, `{1}`, … the other values. */
  many: (count: number, one: string, other: string, ...values: readonly string[]): string => {
    const { language } = vscode.env;
    const isOne = new Intl.PluralRules(language).select(count) === 'one';
    return vscode.l10n.t(isOne ? one : other, count.toLocaleString(language), ...values);
  },
});

type Button = string | vscode.MessageItem | vscode.MessageOptions;
type Say = (text: string, ...rest: readonly Button[]) => Thenable<Button | undefined>;
type Sayings = Readonly<Record<'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage', Say>>;

/** Shows a message; answers the button that was given, whatever is drawn on it. */
const sayBy =
  (name: keyof Sayings): Say =>
  async (text, ...rest) => {
    const shown = rest.map((each) => {
      if (typeof each === 'string') return shownText(each);
      return 'title' in each ? shownOptions(each, ['title']) : shownOptions(each, ['detail']);
    });
    const chosen = await (vscode.window as unknown as Sayings)[name](shownText(text), ...shown);
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
 * Gives all rows of a view one command without arguments, which runs the command of the selected row. VS Code forgets the
 * arguments of a row's command while it draws the row again: a click just then would end in “Actual command not found”.
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

/** A quick pick knows what was chosen by its row: one of texts alone would answer what it has shown. */
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

/** `vscode.window`, where all that is shown is visible. */
export const window = partWith(vscode.window, {
  showInformationMessage: sayBy('showInformationMessage'),
  showWarningMessage: sayBy('showWarningMessage'),
  showErrorMessage: sayBy('showErrorMessage'),

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

/** `vscode.comments`, where all that is shown is visible. */
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

/** Where the commands of the editor that open tabs have the titles. */
const titleOf: Readonly<Record<string, number>> = { 'vscode.diff': 2, 'vscode.open': 2, 'vscode.changes': 0 };

/** `vscode.commands`, where all that is shown is visible. */
export const commands = partWith(vscode.commands, {
  executeCommand: (id: string, ...rest: readonly unknown[]) =>
    vscode.commands.executeCommand(id, ...rest.map((each, index) => (index === titleOf[id] ? shownText(each) : each))),
});
