import type * as vscode from '../../vscode.ts';
import { type SharedRun, sharedRuns } from '../../../model/sharedLines.ts';

/** Lines of a file's version beside those of a document that shows it. */
export interface ShownLines {
  readonly texts: readonly string[];
  /** Lines of the version (`line`) that the document has (`other`). */
  readonly runs: readonly SharedRun[];
  /** Lines of the document. */
  readonly count: number;
  /** The document is a file on disk, not the version itself. */
  readonly isOnDisk: boolean;
}

const known = new WeakMap<vscode.TextDocument, ShownLines & { readonly version: number; readonly head: unknown }>();

/** `head`: lines of the version, for a file on disk. */
export const shownLines = (document: vscode.TextDocument, head?: readonly string[]): ShownLines => {
  const { version } = document;
  const before = known.get(document);
  if (before?.version === version && before.head === head) return before;
  const own = textLines(document.getText());
  const texts = head ?? own;
  const isOnDisk = head !== undefined;
  const shown = { texts, runs: sharedRuns(texts, own), count: own.length, isOnDisk, version, head };
  known.set(document, shown);
  return shown;
};

/** Without the empty rest after a last line break. */
export const textLines = (text: string): readonly string[] => {
  const lines = text.split(/\r\n?|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};
