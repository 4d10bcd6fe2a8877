import * as vscode from 'vscode';
import { EarlyEnter, meantRow } from '../earlyEnter.ts';
import { explain } from '../explain.ts';
import { visibleLabel } from '../format.ts';
import { PickRows } from '../pickRows.ts';

/** A row that can be taken or let go; several values for a row that stands for many. */
export interface ManyRow<T> extends vscode.QuickPickItem {
  /** By what a value is known again when it turns up in another search. */
  readonly values: readonly { readonly key: string; readonly value: T }[];
}

/** What a search for several things shows and asks. */
export interface SearchManyOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Rows for a text, asked for anew as the user types. */
  search(text: string, signal: AbortSignal): Promise<readonly ManyRow<T>[]>;
  /** What to say when nothing was found. */
  empty(text: string): string;
  /** The row that ends the search, for so many. */
  done(count: number): string;
}

type Row<T> = vscode.QuickPickItem & Partial<ManyRow<T>> & { readonly does?: 'done' | 'retry' };

/**
 * A quick pick for several things over several searches: Enter takes a row or lets it go, and the first row ends. What
 * was taken stays taken while other things are searched for. Undefined when closed.
 */
export const searchMany = <T>(options: SearchManyOptions<T>): Promise<readonly T[] | undefined> =>
  new Promise((resolve) => {
    const picker = vscode.window.createQuickPick<Row<T>>();
    picker.title = options.title;
    picker.placeholder = options.placeholder;
    picker.ignoreFocusOut = true;
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    const taken = new Map<string, T>();
    let found: readonly Row<T>[] = [];
    let run: AbortController | undefined;
    const early = new EarlyEnter<Row<T>>(picker);
    const shown = new PickRows(picker);

    const draw = (active: string | undefined): void => {
      const done: Row<T>[] =
        taken.size === 0
          ? []
          : [{ label: `$(arrow-right) ${options.done(taken.size)}`, alwaysShow: true, does: 'done' }];
      const rows = found.map((row) => ({ ...row, label: `${isTaken(row, taken) ? '$(check) ' : ''}${row.label}` }));
      picker.keepScrollPosition = true;
      shown.show([...done, ...rows]);
      // Enter after typing takes what was found: it must not end the search
      const next = picker.items.find(({ values }) =>
        active === undefined ? picker.value.trim() !== '' && values !== undefined : values?.[0]?.key === active,
      );
      if (next) picker.activeItems = [next];
    };
    const search = async (): Promise<void> => {
      run?.abort();
      const mine = new AbortController();
      run = mine;
      picker.busy = true;
      const text = early.searching();
      const rows = await rowsFor(options, text, mine.signal);
      if (run !== mine) return;
      picker.busy = false;
      found = rows;
      draw(undefined);
      const meant = early.found(picker.items, text);
      if (meant) accept(meant);
    };
    const accept = (chosen: Row<T> | undefined): void => {
      if (chosen?.does === 'retry') void search();
      if (chosen?.does === 'done') {
        resolve([...taken.values()]);
        picker.hide();
        return;
      }
      const values = chosen?.values ?? [];
      if (values.length === 0) return;
      const letsGo = values.every(({ key }) => taken.has(key));
      for (const { key, value } of values) {
        if (letsGo) taken.delete(key);
        else taken.set(key, value);
      }
      draw(values[0]?.key);
    };

    picker.onDidChangeValue(() => early.typed(() => void search()));
    picker.onDidAccept(() => {
      const { chosen } = shown;
      if (early.isEarly && chosen?.does !== 'done') early.press(chosen, () => void search());
      else if (shown.haveArrived || chosen?.does !== undefined) accept(chosen);
      else accept(found.find((row) => isOf(row, chosen)) ?? meantRow(undefined, found, picker.value.trim()));
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

/** Whether two rows stand for the same. */
const isOf = <T>(one: Row<T>, other: Row<T> | undefined): boolean =>
  keysOf(one) !== '' && keysOf(one) === keysOf(other);

const keysOf = <T>(row: Row<T> | undefined): string => (row?.values ?? []).map(({ key }) => key).join('\n');

const isTaken = <T>({ values = [] }: Row<T>, taken: ReadonlyMap<string, T>): boolean =>
  values.length > 0 && values.every(({ key }) => taken.has(key));

const rowsFor = async <T>(options: SearchManyOptions<T>, text: string, signal: AbortSignal): Promise<Row<T>[]> => {
  try {
    const rows = await options.search(text, signal);
    // the server has matched already, in its own way: the picker must not drop what it found
    return rows.length > 0
      ? rows.map((row) => ({ ...row, alwaysShow: true }))
      : [{ label: `$(info) ${visibleLabel(options.empty(text))}`, alwaysShow: true }];
  } catch (error) {
    const detail = vscode.l10n.t('Press Enter to try again.');
    return [{ label: `$(error) ${visibleLabel(explain(error))}`, detail, alwaysShow: true, does: 'retry' }];
  }
};
