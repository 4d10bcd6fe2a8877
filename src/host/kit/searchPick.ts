import type * as vscode from '../vscode.ts';
import { meantRow } from './earlyEnter.ts';
import { type SearchOptions, searchRows } from './searchRows.ts';

/** A row to choose; one without a value cannot be chosen. */
type Choice<T> = vscode.QuickPickItem & { readonly value?: T };

/** What a search pick shows and asks. */
export type SearchPickOptions<T> = SearchOptions<Choice<T>>;

/** Lets the user choose one of what a search finds. Undefined when closed. */
export const searchPick = <T>(options: SearchPickOptions<T>): Promise<T | undefined> =>
  searchRows<Choice<T>, T>(options, ({ picker, show, answer }) => ({
    found: show,
    accept: (row) => row?.value !== undefined && answer(row.value),
    meant: (chosen, text) => meantRow(chosen, picker.items, text),
  }));
