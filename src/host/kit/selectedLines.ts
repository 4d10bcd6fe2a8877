import type * as vscode from '../vscode.ts';

/** The lines of a selection, counted from 1; one that ends at the beginning of a line is without it. */
export const selectedLines = ({ start, end }: vscode.Range): { readonly first: number; readonly last: number } => ({
  first: start.line + 1,
  last: end.character === 0 && end.line > start.line ? end.line : end.line + 1,
});
