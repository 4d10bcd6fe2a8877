import * as vscode from '../vscode.ts';
import { fileVersionUri } from '../kit/pages/fileVersions.ts';
import { FlatFiles } from '../kit/pages/flatFileSystem.ts';
import { basename } from '../kit/words/format.ts';
import { hiddenPath, visible } from '../visible.ts';
import type { Composition } from './composition.ts';
import { showChange } from '../kit/pages/showChange.ts';
import { requestText } from './requestPreview.ts';

export const composedScheme = 'graft-compose';

/** Files as the commit would leave them; manually added ones are editable. */
export class ComposedFiles extends FlatFiles {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #find: (id: string) => Composition | undefined;
  readonly #changedAt = new Map<string, number>();
  override readonly onDidChangeFile = this.#changed.event;

  /** `find`: open composition by id. */
  constructor(find: (id: string) => Composition | undefined) {
    super();
    this.#find = find;
  }

  override readFile(uri: vscode.Uri): Uint8Array {
    return this.#content(uri);
  }

  override stat(uri: vscode.Uri): vscode.FileStat {
    const { length } = this.#content(uri);
    const mtime = this.#changedAt.get(uri.toString()) ?? 0;
    const stat = { type: vscode.FileType.File, ctime: 0, mtime, size: length };
    return isEditable(this.#composition(uri), uri) ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  override async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const composition = this.#composition(uri);
    if (!isEditable(composition, uri)) throw vscode.FileSystemError.NoPermissions(uri);
    this.#changedAt.set(uri.toString(), Date.now());
    await composition.writeFile(pathOf(uri), Buffer.from(content).toString('utf8'));
  }

  /** Notifies open editors. */
  renew(composition: Composition): void {
    const uris = composition.entries.map(({ action }) => composedUri(composition, action.path));
    this.#renewed([...uris, requestUri(composition)]);
  }

  /** Opens the request as JSON. */
  async openRequest(composition: Composition): Promise<void> {
    const uri = requestUri(composition);
    this.#renewed([uri]);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  #renewed(uris: readonly vscode.Uri[]): void {
    const events = uris.map((uri) => {
      this.#changedAt.set(uri.toString(), Date.now());
      return { type: vscode.FileChangeType.Changed, uri };
    });
    this.#changed.fire(events);
  }

  #content(uri: vscode.Uri): Uint8Array {
    const composition = this.#composition(uri);
    if (isRequest(uri)) return Buffer.from(requestText(composition));
    const action = composition.entry(pathOf(uri))?.action;
    if (action === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return action.content ?? new Uint8Array();
  }

  #composition(uri: vscode.Uri): Composition {
    const composition = this.#find(idOf(uri));
    if (composition === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return composition;
  }
}

const isEditable = (composition: Composition, uri: vscode.Uri): boolean => {
  const path = pathOf(uri);
  return !isRequest(uri) && composition.facts.saved.hand.some((hand) => hand.path === path && hand.text !== undefined);
};

const pathOf = (uri: vscode.Uri): string => queryOf(uri).path ?? uri.path.slice(1);

const queryOf = (uri: vscode.Uri) =>
  JSON.parse(uri.query) as { readonly id: string; readonly path?: string; readonly what?: 'request' };

const idOf = (uri: vscode.Uri): string => queryOf(uri).id;

/** By query, as a file of the commit may have the same path. */
const isRequest = (uri: vscode.Uri): boolean => queryOf(uri).what === 'request';

const composedUri = ({ id, open }: Composition, path: string): vscode.Uri =>
  vscode.Uri.from({
    scheme: composedScheme,
    authority: open.account.id,
    path: `/${visible(path)}`,
    query: JSON.stringify({ id, path: hiddenPath(path) }),
  });

const requestUri = ({ id, open }: Composition): vscode.Uri =>
  vscode.Uri.from({
    scheme: composedScheme,
    authority: open.account.id,
    path: `/${vscode.l10n.t('Request')}.json`,
    query: JSON.stringify({ id, what: 'request' }),
  });

/** Opens a diff to the server's version, or the only version. */
export const openComposed = async (composition: Composition, path: string): Promise<void> => {
  const { t } = vscode.l10n;
  const action = composition.entry(path)?.action;
  if (action === undefined) return;
  const before = composition.before(action);
  const left = before && fileVersionUri({ account: composition.open.account.id, ...before });
  // without content, a move keeps the server's; a deletion has no right side
  const shownUri = action.content === undefined ? left : composedUri(composition, path);
  const right = action.kind === 'delete' ? undefined : shownUri;
  const name = basename(path);
  const title = left && right ? t('{0} (server ↔ composed commit)', name) : t('{0} in the composed commit:', name);
  await showChange({ left, right }, { title, line: undefined });
};

/** Opens a manually added file for editing. */
export const editComposed = async (composition: Composition, path: string): Promise<void> => {
  const document = await vscode.workspace.openTextDocument(composedUri(composition, path));
  await vscode.window.showTextDocument(document, { preview: false });
};
