import * as vscode from '../../vscode.ts';
import { RecentlyUsed } from '../../../client/recentlyUsed.ts';
import type { Resolution } from '../../../model/composer/resolution.ts';
import { explain } from '../../kit/words/explain.ts';
import { FlatFiles } from '../../kit/pages/flatFileSystem.ts';
import { visible } from '../../visible.ts';

export const conflictScheme = 'graft-conflict';

/** Key for the file versions of one pick. */
export const versionsOf = ({ action, sha, tip }: Pick<Resolution, 'action' | 'sha' | 'tip'>): string =>
  `${sha} ${tip}${action === 'revert' ? ' revert' : ''}`;

/** Limit for displayed versions. */
const maxBytes = 5 * 1024 * 1024;

/** Versions of files in conflict as read-only files: the merge editor accepts only files. Cached by recent use. */
export class ConflictDocuments extends FlatFiles {
  /** Size in bytes. */
  readonly #versions = new RecentlyUsed<{ readonly bytes: Buffer; readonly madeAtMs: number }>(32 * 1024 * 1024);
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #recover: (of: string) => Promise<void>;
  readonly #recovering = new Map<string, Promise<void>>();
  override readonly onDidChangeFile = this.#changed.event;

  /** `recover` restores the versions of a pick after a window reload. */
  constructor(recover: (of: string) => Promise<void>) {
    super();
    this.#recover = recover;
  }

  /**
   * Stores a version and returns its URI; `of` is {@link versionsOf} its pick, `side` is `base`, `branch`, `commit`,
   * `result` or `merge`.
   */
  put(of: string, side: string, path: string, content: Buffer | undefined): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: conflictScheme, authority: side, path: `/${visible(path)}`, query: of });
    const bytes = shownBytes(content);
    const isNew = this.#versions.get(uri.toString())?.bytes.equals(bytes) !== true;
    if (isNew) {
      this.#versions.set(uri.toString(), { bytes, madeAtMs: Date.now() }, bytes.length);
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }
    return uri;
  }

  override async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, madeAtMs } = await this.#read(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: madeAtMs,
      size: bytes.length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  override async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  override writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  async #read(uri: vscode.Uri): Promise<{ readonly bytes: Buffer; readonly madeAtMs: number }> {
    const known = this.#versions.get(uri.toString());
    if (known !== undefined) return known;
    // after a reload VS Code requests all sides of all files at once
    const running = this.#recovering.get(uri.query) ?? this.#recover(uri.query);
    this.#recovering.set(uri.query, running);
    try {
      await running;
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(explain(error));
    } finally {
      this.#recovering.delete(uri.query);
    }
    const gone = vscode.l10n.t('This version is no longer available. Open it again from the backport board.');
    return this.#versions.get(uri.toString()) ?? { bytes: Buffer.from(gone), madeAtMs: 0 };
  }
}

const shownBytes = (content: Buffer = Buffer.alloc(0)): Buffer => {
  if (content.includes(0)) return Buffer.from(vscode.l10n.t('This is a binary file.'));
  return content.length > maxBytes ? Buffer.from(vscode.l10n.t('This file is too large to be shown.')) : content;
};
