import type * as vscode from '../../vscode.ts';
import { meantRow } from './earlyEnter.ts';
import { type SearchOptions, searchRows } from './searchRows.ts';

/** Not selectable without a value. */
type Choice<T> = vscode.QuickPickItem & { readonly value?: T };

export type SearchPickOptions<T> = SearchOptions<Choice<T>>;

/** Quick pick over a search. Undefined when closed. */
export const searchPick = <T>(options: SearchPickOptions<T>): Promise<T | undefined> =>
  searchRows<Choice<T>, T>(options, ({ picker, show, answer }) => ({
    found: show,
    accept: (row) => row?.value !== undefined && answer(row.value),
    meant: (chosen, text) => meantRow(chosen, picker.items, text),
  }));
