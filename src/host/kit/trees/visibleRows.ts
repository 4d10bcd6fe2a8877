import * as vscode from '../../vscode.ts';

const scheme = 'graft-row';

type RowKind = 'commit' | 'more' | 'request' | 'moreRequests' | 'iteration' | 'moreIterations';

export const rowUri = (kind: RowKind, key: string): vscode.Uri => vscode.Uri.from({ scheme, path: `/${kind}/${key}` });

/**
 * Detects visible rows, for which trees have no event: VS Code requests the decoration of a row's URI when it first
 * draws it.
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

  /** Reports the visible rows again. */
  again(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
