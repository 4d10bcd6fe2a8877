import * as vscode from 'vscode';
import { EarlyEnter, meantRow } from './earlyEnter.ts';
import { explain } from './explain.ts';
import { visibleLabel } from './format.ts';
import { PickRows } from './pickRows.ts';

/** What a search pick shows and asks. */
export interface SearchPickOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /**
   * Rows for a text, asked for anew as the user types; a row without a value cannot be chosen. The signal aborts an
   * answer nobody waits for.
   */
  search(text: string, signal: AbortSignal): Promise<readonly (vscode.QuickPickItem & { readonly value?: T })[]>;
  /** What to say when nothing was found. */
  empty(text: string): string;
}

type Row<T> = vscode.QuickPickItem & { readonly value?: T; readonly retry?: boolean };

/** A quick pick whose rows come from the server; a failed search is a row that tries again. Undefined when closed. */
export const searchPick = <T>(options: SearchPickOptions<T>): Promise<T | undefined> =>
  new Promise((resolve) => {
    const picker = vscode.window.createQuickPick<Row<T>>();
    picker.title = options.title;
    picker.placeholder = options.placeholder;
    picker.ignoreFocusOut = true;
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    let run: AbortController | undefined;
    const early = new EarlyEnter<Row<T>>(picker);
    const shown = new PickRows(picker);

    const search = async (): Promise<void> => {
      run?.abort();
      const mine = new AbortController();
      run = mine;
      picker.busy = true;
      const text = early.searching();
      const rows = await found(options, text, mine.signal);
      if (run !== mine) return;
      picker.busy = false;
      shown.show(rows);
      const meant = early.found(rows, text);
      if (meant) accept(meant);
    };
    const accept = (chosen: Row<T> | undefined): void => {
      if (chosen?.retry === true) void search();
      if (chosen?.value === undefined) return;
      resolve(chosen.value);
      picker.hide();
    };

    picker.onDidChangeValue(() => {
      // the rows in sight are about something else from now on
      picker.busy = true;
      early.typed(() => void search());
    });
    picker.onDidAccept(() => {
      const { chosen } = shown;
      if (early.isEarly) early.press(chosen, () => void search());
      else accept(shown.haveArrived ? chosen : meantRow(chosen, picker.items, picker.value.trim()));
    });
    picker.onDidHide(() => {
      early.dispose();
      run?.abort();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    void search();
  });

const found = async <T>(options: SearchPickOptions<T>, text: string, signal: AbortSignal): Promise<Row<T>[]> => {
  try {
    const rows = await options.search(text, signal);
    // the server has matched already, in its own way: the picker must not drop what it found
    return rows.length > 0
      ? rows.map((row) => ({ ...row, alwaysShow: true }))
      : [{ label: `$(info) ${visibleLabel(options.empty(text))}`, alwaysShow: true }];
  } catch (error) {
    return [
      {
        label: `$(error) ${visibleLabel(explain(error))}`,
        detail: vscode.l10n.t('Press Enter to try again.'),
        alwaysShow: true,
        retry: true,
      },
    ];
  }
};
