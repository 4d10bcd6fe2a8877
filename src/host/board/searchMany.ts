import * as vscode from '../vscode.ts';
import { meantRow } from '../kit/earlyEnter.ts';
import { type SearchOptions, type SearchRow, searchRows } from '../kit/searchRows.ts';

/** A row that can be taken or let go; several values for a row that stands for many. */
export interface ManyRow<T> extends vscode.QuickPickItem {
  /** By what a value is known again when it turns up in another search. */
  readonly values: readonly { readonly key: string; readonly value: T }[];
}

/** What a search for several things shows and asks. */
export interface SearchManyOptions<T> extends SearchOptions<ManyRow<T>> {
  /** The row that ends the search, for so many. */
  done(count: number): string;
}

type Row<T> = SearchRow<ManyRow<T>>;

/**
 * A quick pick for several things over several searches: Enter takes a row or lets it go, and the first row ends. What
 * was taken stays taken while other things are searched for. Leaving asks before a selection is lost. Undefined when
 * closed.
 */
export const searchMany = <T>(options: SearchManyOptions<T>): Promise<readonly T[] | undefined> =>
  searchRows<ManyRow<T>, readonly T[]>(options, ({ picker, show, answer }) => {
    const taken = new Map<string, T>();
    let found: readonly Row<T>[] = [];

    const draw = (active: string | undefined): void => {
      const done: Row<T> = { label: `$(arrow-right) ${options.done(taken.size)}`, alwaysShow: true, does: 'done' };
      const rows = found.map((row) => ({ ...row, label: `${isTaken(row, taken) ? '$(check) ' : ''}${row.label}` }));
      picker.keepScrollPosition = true;
      show(taken.size === 0 ? rows : [done, ...rows]);
      // Enter after typing takes what was found: it must not end the search
      const next = picker.items.find(({ values }) =>
        active === undefined ? picker.value.trim() !== '' && values !== undefined : values?.[0]?.key === active,
      );
      if (next) picker.activeItems = [next];
    };
    return {
      found(rows) {
        found = rows;
        draw(undefined);
      },
      accept({ does, values = [] }) {
        if (does === 'done') answer([...taken.values()]);
        if (values.length === 0) return;
        const letsGo = values.every(({ key }) => taken.has(key));
        for (const { key, value } of values) {
          if (letsGo) taken.delete(key);
          else taken.set(key, value);
        }
        draw(values[0]?.key);
      },
      mayLeave: async () => {
        if (taken.size === 0) return true;
        const { t } = vscode.l10n;
        const discard = t('Discard Selection');
        const question =
          taken.size === 1 ? t('Discard the selected row?') : t('Discard the {0} selected rows?', taken.size);
        return (await vscode.window.showWarningMessage(question, { modal: true }, discard)) === discard;
      },
      meant: (chosen, text) => found.find((row) => isOf(row, chosen)) ?? meantRow(undefined, found, text),
    };
  });

/** Whether two rows stand for the same. */
const isOf = <T>(one: Row<T>, other: Row<T> | undefined): boolean =>
  keysOf(one) !== '' && keysOf(one) === keysOf(other);

const keysOf = <T>(row: Row<T> | undefined): string => (row?.values ?? []).map(({ key }) => key).join('\n');

const isTaken = <T>({ values = [] }: Row<T>, taken: ReadonlyMap<string, T>): boolean =>
  values.length > 0 && values.every(({ key }) => taken.has(key));
