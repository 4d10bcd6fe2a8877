import * as vscode from '../vscode.ts';
import { meantRow } from '../kit/questions/earlyEnter.ts';
import { type SearchOptions, type SearchRow, searchRows } from '../kit/questions/searchRows.ts';

/** Row with a checkbox; may stand for several values. Rows without values are notes, shown alone or last. */
export interface ManyRow<T> extends vscode.QuickPickItem {
  /** `key` matches a value across searches. */
  readonly values: readonly { readonly key: string; readonly value: T }[];
  /** Default for Enter when nothing is ticked or active. */
  readonly isMeant?: true;
}

export interface SearchManyOptions<T> extends SearchOptions<ManyRow<T>> {
  readonly none: string;
}

type Row<T> = SearchRow<ManyRow<T>>;

/** `row` is the value's own row. */
interface Ticked<T> {
  readonly value: T;
  readonly row: Row<T> | undefined;
}

/**
 * Multi-select quick pick over several searches; ticked rows stay listed. Enter accepts ticked rows, else the active
 * row, an exact name, the only row, or the `isMeant` row. Asks before ticks are lost. Undefined when cancelled.
 */
export const searchMany = <T>(options: SearchManyOptions<T>): Promise<readonly T[] | undefined> =>
  searchRows<ManyRow<T>, readonly T[]>(options, ({ picker, show, tick, answer }) => {
    const ticked = new Map<string, Ticked<T>>();
    let found: readonly Row<T>[] = [];

    const isTicked = ({ values = [] }: Row<T>): boolean =>
      values.length > 0 && values.every(({ key }) => ticked.has(key));

    const change = ({ values = [] }: Row<T>, isOn: boolean): void => {
      for (const { key, value } of values) {
        if (isOn) ticked.set(key, { value, row: ticked.get(key)?.row ?? found.find((row) => isAlone(row, key)) });
        else ticked.delete(key);
      }
    };

    picker.canSelectMany = true;
    return {
      found(rows) {
        found = rows;
        const shown = new Set(rows.flatMap(({ values = [] }) => (values.length === 1 ? [values[0]?.key] : [])));
        const others = [...ticked].flatMap(([key, { row }]) => (row === undefined || shown.has(key) ? [] : [row]));
        const choices = rows.filter(({ values = [] }) => values.length > 0);
        const notes = rows.filter((row) => !choices.includes(row));
        picker.canSelectMany = choices.length + others.length > 0 && !notes.some(({ does }) => does === 'retry');
        if (!picker.canSelectMany) return show(rows);
        show([
          ...choices,
          ...(others.length > 0 ? [separator<T>(vscode.l10n.t('Selected')), ...others] : []),
          // a note must not have a checkbox
          ...notes.map(({ label }) => separator<T>(label)),
        ]);
        if (ticked.size > 0) tick(picker.items.filter(isTicked));
      },
      ticked(rows) {
        // from the differences: a row for many and its members change each other
        const changed = picker.items.filter((row) => isTicked(row) !== rows.includes(row));
        for (const row of changed) change(row, rows.includes(row));
        const all = picker.items.filter(isTicked);
        if (all.length !== rows.length) tick(all);
      },
      accept(row) {
        // no row is active after a search; an exact name wins
        const meant = row ?? meantRow(undefined, found, picker.value.trim()) ?? found.find(({ isMeant }) => isMeant);
        if (ticked.size === 0 && meant !== undefined) change(meant, true);
        if (ticked.size > 0) answer([...ticked.values()].map(({ value }) => value));
        else if (picker.canSelectMany) void vscode.window.showInformationMessage(options.none);
      },
      hasAnswer: () => ticked.size > 0 && picker.canSelectMany,
      mayLeave: async () => {
        if (ticked.size === 0) return true;
        const { t } = vscode.l10n;
        const discard = t('Discard Selection');
        const question =
          ticked.size === 1 ? t('Discard the selected row?') : t('Discard the {0} selected rows?', ticked.size);
        return (await vscode.window.showWarningMessage(question, { modal: true }, discard)) === discard;
      },
      meant: (chosen, text) => meantRow(chosen, found, text),
    };
  });

const separator = <T>(label: string): Row<T> => ({
  label: label.replace(/^\$\([a-z-]+\) /, ''),
  kind: vscode.QuickPickItemKind.Separator,
});

const isAlone = <T>({ values = [] }: Row<T>, key: string): boolean => values.length === 1 && values[0]?.key === key;
