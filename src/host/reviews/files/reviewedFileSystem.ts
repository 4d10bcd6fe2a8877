import * as vscode from '../../vscode.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import { movedOnto } from '../../../model/reviews/sinceReview.ts';
import type { MergeRequestVersions } from '../../../model/reviews/versions.ts';
import { type FileVersions, fileVersionUri } from '../../kit/pages/fileVersions.ts';
import { isFileNotFound, ReadOnlyFiles } from '../../kit/pages/flatFileSystem.ts';
import { visible } from '../../visible.ts';

/** URI scheme of reviewed files, rebased onto the current target branch. */
export const reviewedScheme = 'graft-reviewed';

/** File of a reviewed version, and the newer version to compare with. */
interface ReviewedFile {
  readonly account: string;
  readonly project: number;
  readonly iid: number;
  /** Id, not the ordinal. */
  readonly version: number;
  readonly head: string;
  readonly path: string;
  /** Base SHA of the newer version. */
  readonly onto: string;
  readonly ontoPath: string;
}

/** Contains all inputs, to survive a reload. */
export const reviewedFileUri = ({ account, ...file }: ReviewedFile): vscode.Uri =>
  vscode.Uri.from({
    scheme: reviewedScheme,
    authority: account,
    path: `/${visible(file.path)}`,
    query: JSON.stringify(file),
  });

/**
 * Merges later target branch changes into reviewed files, so that a diff to the newest version shows the merge
 * request's own changes only. On conflicts, the file as reviewed.
 */
export class ReviewedFiles extends ReadOnlyFiles {
  readonly #files: Pick<FileVersions, 'readFile'>;
  readonly #versions: MergeRequestVersions;
  readonly #placeOf: (file: ReviewedFile) => ReviewPlace | undefined;

  /** `placeOf` returns undefined for a removed account. */
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

  /** `isMoved`: the target branch's changes are merged in. */
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

  /** The file at the reviewed base; undefined for new files and those without a text diff. */
  async #before(file: ReviewedFile): Promise<{ readonly path: string; readonly ref: string } | undefined> {
    const place = this.#placeOf(file);
    // without an account reading the files fails, too
    const version = place && (await this.#versions.read(place, file.version));
    const change = version?.files.find(({ newPath }) => newPath === file.path);
    if (version === undefined || change === undefined) return undefined;
    const { kind, oldPath: path, withoutText } = change;
    return kind === 'added' || withoutText !== undefined ? undefined : { path, ref: version.baseSha };
  }

  /** Undefined when the file doesn't exist. */
  async #orNothing(version: Parameters<typeof fileVersionUri>[0]): Promise<Uint8Array | undefined> {
    try {
      return await this.#files.readFile(fileVersionUri(version));
    } catch (error) {
      if (isFileNotFound(error)) return undefined;
      throw error;
    }
  }
}

export const fileOf = (uri: vscode.Uri): ReviewedFile => ({
  ...(JSON.parse(uri.query) as Omit<ReviewedFile, 'account'>),
  account: uri.authority,
});
