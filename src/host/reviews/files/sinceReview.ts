import type * as vscode from '../../vscode.ts';
import { createQueue } from '../../../model/queue.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { ReviewStores } from '../../../model/reviews/reviewStores.ts';
import { changedBetween, type ChangedSince, lastReviewAtMs, versionAt } from '../../../model/reviews/sinceReview.ts';
import {
  type ListedVersion,
  type MergeRequestVersions,
  readVersions,
  type VersionFiles,
} from '../../../model/reviews/versions.ts';
import type { SendOptions } from '../../../client/client.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import { type FileVersions, fileVersionUri } from '../../kit/pages/fileVersions.ts';
import { isFileNotFound } from '../../kit/pages/flatFileSystem.ts';
import type { Versions } from '../../kit/pages/showChange.ts';
import { fileIn, readReviewFile, reviewFileUri, versionOf } from './reviewFileSystem.ts';
import { fileOf, type ReviewedFiles, reviewedFileUri, reviewedScheme } from './reviewedFileSystem.ts';

/** Limit of file comparisons where diffs are inconclusive; further files are listed without. */
const maxCompared = 50;

/** A file changed since the last review, with both sides of its diff. */
export interface FileSince extends Pick<ChangedSince, 'before' | 'after'> {
  readonly path: string;
  readonly sides: Versions;
}

export type Since =
  | { readonly kind: 'unreviewed' }
  /** The server no longer has the reviewed version. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'ready';
      readonly from: ListedVersion;
      readonly to: ListedVersion;
      /** Reviewed commits are gone after a force push. */
      readonly isRewritten: boolean;
      /** The server left out files of a version. */
      readonly isCut: boolean;
      readonly files: readonly FileSince[];
    };

/** Compares the newest version with the last reviewed one. */
export class SinceReview {
  readonly #accounts: Pick<AccountStore, 'get'>;
  readonly #stores: ReviewStores;
  readonly #versions: MergeRequestVersions;
  readonly #files: Pick<FileVersions, 'readFile'>;
  readonly #reviewed: ReviewedFiles;

  constructor(parts: {
    readonly accounts: Pick<AccountStore, 'get'>;
    readonly stores: ReviewStores;
    readonly versions: MergeRequestVersions;
    readonly files: Pick<FileVersions, 'readFile'>;
    readonly reviewed: ReviewedFiles;
  }) {
    this.#accounts = parts.accounts;
    this.#stores = parts.stores;
    this.#versions = parts.versions;
    this.#files = parts.files;
    this.#reviewed = parts.reviewed;
  }

  /** Time of the last review in milliseconds, from the threads read so far. */
  lastAtMs(place: Omit<ReviewPlace, 'client'>): number | undefined {
    const account = this.#accounts.get(place.account);
    const store = this.#stores.known(place);
    return account && store && lastReviewAtMs(store.discussions, account.username);
  }

  /** Reads both versions, and file contents where the diffs are inconclusive. */
  async read(place: ReviewPlace, options: SendOptions = {}): Promise<Since> {
    const store = this.#stores.of(place);
    await store.start();
    if (store.state.phase === 'failed') throw store.state.error;
    const atMs = this.lastAtMs(place);
    if (atMs === undefined) return { kind: 'unreviewed' };
    const versions = await readVersions(place, options);
    const [from, to] = [versionAt(versions, atMs), versions[0]];
    if (from === undefined || to === undefined) return { kind: 'gone' };
    if (from.id === to.id) return { kind: 'ready', from, to, isRewritten: false, isCut: false, files: [] };
    const [before, after] = await Promise.all([
      this.#versions.read(place, from.id, options),
      this.#versions.read(place, to.id, options),
    ]);
    if (before === undefined || after === undefined) return { kind: 'gone' };
    const isIncluded = [after.headSha, after.baseSha, ...after.commits].includes(before.headSha);
    const files = await this.#withoutSame(changedBetween(before, after), sidesBetween(place, before, after));
    return { kind: 'ready', from, to, isRewritten: !isIncluded, isCut: before.isCut || after.isCut, files };
  }

  /** True if the diff includes changes of the target branch, because both changed the same lines. */
  async isMixed({ sides: { left } }: FileSince): Promise<boolean> {
    return left?.scheme === reviewedScheme && !(await this.#reviewed.read(fileOf(left))).isMoved;
  }

  async #withoutSame(
    changes: readonly ChangedSince[],
    sidesOf: (change: ChangedSince) => FileSince,
  ): Promise<readonly FileSince[]> {
    const inTurn = createQueue(4);
    let compared = 0;
    const listed = changes.map((change) => {
      const file = sidesOf(change);
      const isListed = change.isSure || (compared += 1) > maxCompared;
      return isListed
        ? Promise.resolve(file)
        : inTurn(async () => ((await this.#isSame(file.sides)) ? undefined : file));
    });
    return (await Promise.all(listed)).filter((file) => file !== undefined);
  }

  async #isSame({ left, right }: Versions): Promise<boolean> {
    try {
      const [one, other] = await Promise.all([this.#read(left), this.#read(right)]);
      return Buffer.compare(one, other) === 0;
    } catch (error) {
      // for example a submodule
      if (isFileNotFound(error)) return false;
      throw error;
    }
  }

  #read(uri: vscode.Uri | undefined): Uint8Array | Promise<Uint8Array> {
    if (uri === undefined) return new Uint8Array();
    const file = readReviewFile(uri);
    if (uri.scheme === reviewedScheme) return this.#reviewed.readFile(uri);
    return this.#files.readFile(file === undefined ? uri : versionOf(uri));
  }
}

/**
 * Left: the reviewed file merged with the target branch's changes. Right: the newest version, which can be commented on.
 */
const sidesBetween =
  (place: ReviewPlace, from: VersionFiles, to: VersionFiles) =>
  ({ before, after }: ChangedSince): FileSince => {
    const { account, project, iid } = place;
    const path = after?.newPath ?? before?.newPath ?? '';
    const plain = (ref: string, at: string): vscode.Uri => fileVersionUri({ account, project, path: at, ref });
    const newest = (side: 'old' | 'new', change: FileChange): vscode.Uri =>
      reviewFileUri(fileIn(place, { version: to }, change, side));
    const reviewed = (change: FileChange): vscode.Uri | undefined => {
      if (change.kind === 'deleted') return undefined;
      if (change.kind === 'added' || from.baseSha === to.baseSha) return plain(from.headSha, change.newPath);
      return reviewedFileUri({
        ...{ account, project, iid },
        version: from.id,
        head: from.headSha,
        path: change.newPath,
        onto: to.baseSha,
        ontoPath: after?.kind === 'added' ? change.oldPath : (after?.oldPath ?? change.oldPath),
      });
    };
    const left = before ? reviewed(before) : after && after.kind !== 'added' ? newest('old', after) : undefined;
    // a file no longer changed equals the base
    const last = before?.kind === 'added' ? undefined : before && plain(to.baseSha, before.oldPath);
    const right = after === undefined ? last : after.kind === 'deleted' ? undefined : newest('new', after);
    return { before, after, path, sides: { left, right } };
  };
