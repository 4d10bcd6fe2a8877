import * as vscode from '../vscode.ts';
import { requestFailure } from '../../client/errors.ts';
import { RecentlyUsed } from '../../client/recentlyUsed.ts';
import { getRawFile } from '../../wire/projects.ts';
import type { AccountStore } from '../shell/accountStore.ts';
import type { Clients } from '../shell/clients.ts';
import { explain } from './explain.ts';
import { FlatFiles } from './flatFiles.ts';
import { hiddenPath, visible } from '../visible.ts';

/** Scheme of files at a commit. Without the word “file”: windows on a remote rewrite that in the conditions of menus and keys. */
export const fileScheme = 'graft-commit';

/** Largest file that is opened, in bytes: what VS Code itself would still show. */
const largestFileBytes = 50 * 1024 * 1024;

/** A file as it is at a commit; `ref` undefined stands for a file that does not exist, and is empty. */
export interface FileVersion {
  readonly account: string;
  readonly project: number;
  readonly path: string;
  readonly ref: string | undefined;
  /** The commit whose change this is one side of, where it is opened as that: comments go to that commit. */
  readonly of?: string | undefined;
}

/** The address of a version; the same version always has the same. */
export const fileVersionUri = ({ account, project, path, ref, of }: FileVersion): vscode.Uri =>
  vscode.Uri.from({
    scheme: fileScheme,
    authority: account,
    path: `/${visible(path)}`,
    query: JSON.stringify({ project, ref, of, path: hiddenPath(path) }),
  });

/** The version that an address of {@link fileVersionUri} is of. */
export const readFileVersion = ({ authority, path, query }: vscode.Uri): FileVersion => ({
  account: authority,
  path: path.slice(1),
  ...(JSON.parse(query) as Pick<FileVersion, 'project' | 'ref' | 'of'> & { readonly path?: string }),
});

/** The size of a file with these contents, and that it is read-only. */
export const readOnlyStat = ({ length }: Uint8Array): vscode.FileStat => ({
  type: vscode.FileType.File,
  ctime: 0,
  mtime: 0,
  size: length,
  permissions: vscode.FilePermission.Readonly,
});

/** Read-only files at commits, read from the server when they are opened. */
export class FileVersions extends FlatFiles {
  /** Contents of versions never change; weighed in bytes. */
  readonly #contents = new RecentlyUsed<Uint8Array>(32 * 1024 * 1024);
  readonly #accounts: AccountStore;
  readonly #clients: Clients;
  override readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(accounts: AccountStore, clients: Clients) {
    super();
    this.#accounts = accounts;
    this.#clients = clients;
  }

  override async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { account, project, ref, path } = readFileVersion(uri);
    const key = JSON.stringify([account, project, ref, path]);
    const known = this.#contents.get(key);
    if (known) return known;
    const bytes = await this.#read(uri);
    this.#contents.set(key, bytes, bytes.length);
    return bytes;
  }

  override async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return readOnlyStat(await this.readFile(uri));
  }

  override writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  async #read(uri: vscode.Uri): Promise<Uint8Array> {
    const { project, ref, path } = readFileVersion(uri);
    if (ref === undefined) return new Uint8Array();
    const account = await this.#accounts.find(uri.authority);
    if (account === undefined) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t('The account this file was opened with has been removed.'),
      );
    }
    try {
      const parameters = { id: project, file_path: path, ref };
      return await this.#clients.of(account).send(getRawFile, parameters, { limitBytes: largestFileBytes });
    } catch (error) {
      throw requestFailure(error, 'notFound')
        ? vscode.FileSystemError.FileNotFound(uri)
        : vscode.FileSystemError.Unavailable(explain(error));
    }
  }
}
