import * as vscode from '../../vscode.ts';
import { type FileChange, submoduleLine } from '../../../model/fileChange.ts';
import type { Side } from '../../../model/reviews/diffLines.ts';
import type { DiffRefs } from '../../../model/reviews/newCommentPosition.ts';
import { type FileVersions, fileVersionUri } from '../../kit/pages/fileVersions.ts';
import { isFileNotFound, ReadOnlyFiles } from '../../kit/pages/flatFileSystem.ts';
import { visible } from '../../visible.ts';

export const reviewScheme = 'graft-review';

/** One side of a file in a merge request. Holds all that a comment needs, to survive a reload. */
export interface ReviewFile {
  readonly account: string;
  readonly project: number;
  readonly iid: number;
  readonly refs: DiffRefs;
  readonly side: Side;
  readonly oldPath: string;
  readonly newPath: string;
  readonly kind: FileChange['kind'];
  /** Undefined for a change of the whole merge request. */
  readonly commit?: string | undefined;
}

/** One side of a change of a merge request, or of one of its commits. */
export const fileIn = (
  { account, project, iid }: Pick<ReviewFile, 'account' | 'project' | 'iid'>,
  { version, commit }: { readonly version: DiffRefs; readonly commit?: string },
  { oldPath, newPath, kind }: FileChange,
  side: Side,
): ReviewFile => {
  const { baseSha, startSha, headSha } = version;
  return { account, project, iid, refs: { baseSha, startSha, headSha }, side, oldPath, newPath, kind, commit };
};

/** Stable for the same side of the same version. */
export const reviewFileUri = ({ account, ...file }: ReviewFile): vscode.Uri => {
  const path = `/${visible(file.side === 'old' ? file.oldPath : file.newPath)}`;
  return vscode.Uri.from({ scheme: reviewScheme, authority: account, path, query: JSON.stringify(file) });
};

/** Undefined for other URIs. */
export const readReviewFile = (uri: vscode.Uri): ReviewFile | undefined => {
  if (uri.scheme !== reviewScheme) return undefined;
  return { ...(JSON.parse(uri.query) as Omit<ReviewFile, 'account'>), account: uri.authority };
};

/** File versions of merge requests. Submodules aren't files at a commit, so they show the line of their diff. */
export class ReviewFiles extends ReadOnlyFiles {
  readonly #versions: Pick<FileVersions, 'readFile'>;
  readonly #changeOf: (file: ReviewFile) => Promise<FileChange | undefined>;

  constructor(
    versions: Pick<FileVersions, 'readFile'>,
    changeOf: (file: ReviewFile) => Promise<FileChange | undefined>,
  ) {
    super();
    this.#versions = versions;
    this.#changeOf = changeOf;
  }

  override async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    try {
      return await this.#versions.readFile(versionOf(uri));
    } catch (error) {
      return this.#submodule(uri, error);
    }
  }

  async #submodule(uri: vscode.Uri, error: unknown): Promise<Uint8Array> {
    const file = readReviewFile(uri);
    const change = file && isFileNotFound(error) ? await this.#changeOf(file) : undefined;
    const line = file && change && submoduleLine(change.diff, file.side);
    if (line === undefined) throw error;
    return Buffer.from(`${line}\n`);
  }
}

export const versionOf = (uri: vscode.Uri): vscode.Uri => {
  const file = readReviewFile(uri);
  if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  const { account, project, refs, side, oldPath, newPath, kind } = file;
  const isThere = side === 'old' ? kind !== 'added' : kind !== 'deleted';
  const ref = side === 'old' ? refs.baseSha : refs.headSha;
  const path = side === 'old' ? oldPath : newPath;
  return fileVersionUri({ account, project, path, ref: isThere ? ref : undefined });
};
