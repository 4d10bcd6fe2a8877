import * as vscode from '../vscode.ts';
import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import { movedOnto } from '../../model/reviews/sinceReview.ts';
import type { MergeRequestVersions } from '../../model/reviews/versions.ts';
import { type FileVersions, fileVersionUri } from '../kit/fileVersions.ts';
import { FlatFiles } from '../kit/flatFiles.ts';
import { visible } from '../visible.ts';

/** Scheme of files as they were reviewed, brought to where the target branch stands now. */
export const reviewedScheme = 'graft-reviewed';

/** A file of an earlier version of a merge request, and the newer version it is compared with. */
export interface ReviewedFile {
  readonly account: string;
  readonly project: number;
  readonly iid: number;
  /** Id of the version that was reviewed. */
  readonly version: number;
  /** Head of that version. */
  readonly head: string;
  /** Path of the file in that version. */
  readonly path: string;
  /** Base of the newer version, and the path of the file there. */
  readonly onto: string;
  readonly ontoPath: string;
}

/** The address of a file; everything to make its text is in it, so that it outlives a reload. */
export const reviewedFileUri = ({ account, ...file }: ReviewedFile): vscode.Uri =>
  vscode.Uri.from({
    scheme: reviewedScheme,
    authority: account,
    path: `/${visible(file.path)}`,
    query: JSON.stringify(file),
  });

/**
 * Read-only files as they were reviewed, with what the target branch has changed since: compared with the newest version
 * they show what the merge request itself has changed. Where both have changed the same lines, a file is as it was reviewed.
 */
export class ReviewedFiles extends FlatFiles {
  readonly #files: Pick<FileVersions, 'readFile'>;
  readonly #versions: MergeRequestVersions;
  readonly #placeOf: (file: ReviewedFile) => ReviewPlace | undefined;
  override readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  /** `placeOf` gives the merge request of a file; undefined when its account has gone. */
  constructor(
    files: Pick<FileVersions, 'readFile'>,
    versions: MergeRequestVersions,
    placeOf: (file: ReviewedFile) => ReviewPlace | undefined,
  ) {
    super();
    this.#files = files;
    this.#versions = versions;
    this.#placeOf = placeOf;
  }

  /** The text, and whether it has the changes of the target branch. */
  async read(file: ReviewedFile): Promise<{ readonly bytes: Uint8Array; readonly isMoved: boolean }> {
    const { account, project, onto, ontoPath, head, path } = file;
    const [reviewed, before] = await Promise.all([
      this.#files.readFile(fileVersionUri({ account, project, path, ref: head })),
      this.#before(file),
    ]);
    const [base, now] = await Promise.all([
      before && this.#orNothing({ account, project, ...before }),
      before && this.#orNothing({ account, project, path: ontoPath, ref: onto }),
    ]);
    const moved = base && now && movedOnto(now, { base, reviewed });
    return { bytes: moved ?? reviewed, isMoved: moved !== undefined };
  }

  override async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.read(fileOf(uri))).bytes;
  }

  override async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length };
  }

  override writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** The file at the base of the version that was reviewed; undefined where it is new, or no text. */
  async #before(file: ReviewedFile): Promise<{ readonly path: string; readonly ref: string } | undefined> {
    const place = this.#placeOf(file);
    // its files cannot be read either, and say so
    const version = place && (await this.#versions.read(place, file.version));
    const change = version?.files.find(({ newPath }) => newPath === file.path);
    if (version === undefined || change === undefined) return undefined;
    const { kind, oldPath: path, withoutText } = change;
    return kind === 'added' || withoutText !== undefined ? undefined : { path, ref: version.baseSha };
  }

  /** A file at a base; undefined where it is not there. */
  async #orNothing(version: Parameters<typeof fileVersionUri>[0]): Promise<Uint8Array | undefined> {
    try {
      return await this.#files.readFile(fileVersionUri(version));
    } catch (error) {
      if (isNotThere(error)) return undefined;
      throw error;
    }
  }
}

/** Whether a file could not be read because there is none. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === 'FileNotFound';

/** The file an address stands for. */
export const fileOf = (uri: vscode.Uri): ReviewedFile => ({
  ...(JSON.parse(uri.query) as Omit<ReviewedFile, 'account'>),
  account: uri.authority,
});
