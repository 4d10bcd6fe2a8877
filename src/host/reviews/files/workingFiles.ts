import { posix } from 'node:path';
import * as vscode from '../../vscode.ts';
import { placeKey } from '../../../model/reviews/drafts.ts';
import type { MergeRequestChanges } from '../../../model/reviews/mergeRequestFiles.ts';
import { createQueue } from '../../../model/queue.ts';
import { placeOfReview, type ReviewSubject } from '../subject.ts';
import { fileIn, type ReviewFile, type ReviewFiles, reviewFileUri } from './reviewFileSystem.ts';
import { textLines } from './shownLines.ts';

/** A file on disk in the head of a merge request. */
export interface WorkingFile {
  readonly file: ReviewFile;
  /** Its lines there. */
  readonly head: readonly string[];
}

/** Finds files on disk in the merge request of their branch. Reads its changes once, and each file once per head. */
export class WorkingFiles {
  readonly #changes: MergeRequestChanges;
  readonly #files: Pick<ReviewFiles, 'readFile'>;
  readonly #inTurn = createQueue(1);
  /** What was asked, and the answer; a failure, too: VS Code asks after each edit. */
  readonly #found = new WeakMap<vscode.TextDocument, readonly [key: string, file: Promise<WorkingFile | undefined>]>();

  constructor({ changes, files }: { readonly changes: MergeRequestChanges; readonly files: ReviewFiles }) {
    this.#changes = changes;
    this.#files = files;
  }

  /** Undefined if the merge request does not change it. */
  of(document: vscode.TextDocument, subject: ReviewSubject): Promise<WorkingFile | undefined> {
    const place = placeOfReview(subject);
    const key = [placeKey(place), this.#changes.known(place)?.version.headSha, document.encoding].join(' ');
    const [before, known] = this.#found.get(document) ?? [];
    if (known && before === key) return known;
    const file = this.#find(document, subject);
    this.#found.set(document, [key, file]);
    return file;
  }

  async #find({ uri, encoding }: vscode.TextDocument, subject: ReviewSubject): Promise<WorkingFile | undefined> {
    const { root } = subject.open;
    const path = root?.scheme === uri.scheme ? posix.relative(root.path, uri.path) : undefined;
    if (path === undefined || path.startsWith('../')) return undefined;
    const place = placeOfReview(subject);
    const read = await this.#inTurn(async () => this.#changes.known(place) ?? this.#changes.read(place));
    if (read.kind !== 'ready') return undefined;
    const change = read.files.find(({ newPath, kind }) => newPath === path && kind !== 'deleted');
    if (change === undefined) return undefined;
    const file = fileIn(place, read, change, 'new');
    const bytes = await this.#files.readFile(reviewFileUri(file));
    return { file, head: textLines(await vscode.workspace.decode(bytes, { encoding })) };
  }
}
