import * as vscode from 'vscode';
import { RecentlyUsed } from '../../model/recentlyUsed.ts';

/** Scheme of the versions of a file in conflict. */
export const conflictScheme = 'graft-conflict';

/** Largest version that is shown, in bytes. */
const largestBytes = 5 * 1024 * 1024;

/** Versions of files in conflict as read-only documents, as long as they are used. */
export class ConflictDocuments implements vscode.TextDocumentContentProvider {
  /** Weighed in characters. */
  readonly #texts = new RecentlyUsed<string>(32 * 1024 * 1024);
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  /** The address of a version; `of` tells picks apart, `side` is `base`, `branch`, `commit` or `result`. */
  put(of: string, side: string, path: string, content: Buffer | undefined): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: conflictScheme, authority: side, path: `/${path}`, query: of });
    const text = textOf(content);
    this.#texts.set(uri.toString(), text, text.length);
    this.#changed.fire(uri);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t('This version is no longer held. Open it from the backport board again.')
    );
  }
}

const textOf = (content: Buffer | undefined): string => {
  if (content === undefined) return '';
  if (content.includes(0)) return vscode.l10n.t('This is a binary file.');
  return content.length > largestBytes
    ? vscode.l10n.t('This file is too large to be shown.')
    : content.toString('utf8');
};
