import * as vscode from '../vscode.ts';

const scheme = 'graft-row';

type RowKind = 'commit' | 'more' | 'request' | 'moreRequests' | 'iteration' | 'moreIterations';

/** Address that stands for a row, so that its coming into sight can be noticed. */
export const rowUri = (kind: RowKind, key: string): vscode.Uri => vscode.Uri.from({ scheme, path: `/${kind}/${key}` });

/**
 * Tells when rows come into sight. A tree has no event for that, but VS Code asks for the decoration of a row's
 * address exactly when it first draws the row. Nothing is ever decorated.
 */
export class VisibleRows implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #seen: (kind: string, key: string) => void;
  readonly #registration: vscode.Disposable;
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(seen: (kind: string, key: string) => void) {
    this.#seen = seen;
    this.#registration = vscode.window.registerFileDecorationProvider(this);
  }

  provideFileDecoration(uri: vscode.Uri): undefined {
    const [, kind, key] = uri.scheme === scheme ? uri.path.split('/') : [];
    if (kind !== undefined && key !== undefined) this.#seen(kind, key);
    return undefined;
  }

  /** Tells again of the rows that are in sight now. */
  again(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
