import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { RecentlyUsed } from '../../../client/recentlyUsed.ts';
import { getRawFile } from '../../../wire/projects.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { Clients } from '../../shell/clients.ts';
import { explain } from '../words/explain.ts';
import { ReadOnlyFiles } from './flatFileSystem.ts';
import { hiddenPath, visible } from '../../visible.ts';

/** Without “file”, which remote windows rewrite in `when` clauses. */
export const fileScheme = 'graft-commit';

/** VS Code itself shows no larger files. */
const maxFileBytes = 50 * 1024 * 1024;

/** `ref` undefined: the file doesn't exist and reads as empty. */
export interface FileVersion {
  readonly account: string;
  readonly project: number;
  readonly path: string;
  readonly ref: string | undefined;
  /** The commit that made this change; comments go to it. */
  readonly of?: string | undefined;
}

/** Stable for the same version. */
export const fileVersionUri = ({ account, project, path, ref, of }: FileVersion): vscode.Uri =>
  vscode.Uri.from({
    scheme: fileScheme,
    authority: account,
    path: `/${visible(path)}`,
    query: JSON.stringify({ project, ref, of, path: hiddenPath(path) }),
  });

export const readFileVersion = ({ authority, path, query }: vscode.Uri): FileVersion => ({
  account: authority,
  path: path.slice(1),
  ...(JSON.parse(query) as Pick<FileVersion, 'project' | 'ref' | 'of'> & { readonly path?: string }),
});

/** Files at commits. */
export class FileVersions extends ReadOnlyFiles {
  /** Versions are immutable. Weighed in bytes. */
  readonly #contents = new RecentlyUsed<Uint8Array>(32 * 1024 * 1024);
  readonly #accounts: AccountStore;
  readonly #clients: Clients;

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
      return await this.#clients.of(account).send(getRawFile, parameters, { limitBytes: maxFileBytes });
    } catch (error) {
      throw requestErrorFacts(error, 'notFound')
        ? vscode.FileSystemError.FileNotFound(uri)
        : vscode.FileSystemError.Unavailable(explain(error));
    }
  }
}
