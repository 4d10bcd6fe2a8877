import * as vscode from '../../vscode.ts';
import { isCancelled, requestErrorFacts } from '../../../client/errors.ts';
import type { ImagesView, ImageView, LoadedDiff, ToCommitPage } from '../../../messages/commitPage.ts';
import type { PartView } from '../../../messages/page.ts';
import { lfsObject } from '../../../model/composer/wholeFile.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import { RecentlyUsed } from '../../../client/recentlyUsed.ts';
import { getRawFile } from '../../../wire/projects.ts';
import { shownTexts } from '../../../model/text/shownText.ts';
import { explain } from '../../kit/words/explain.ts';
import type { Log } from '../../shell/log.ts';
import { bytesText } from '../../kit/words/format.ts';
import type { CommitChanges } from '../changes.ts';
import type { CommitDetails, CommitPlace } from '../details.ts';
import { lineDiff } from '../files/lineDiff.ts';

const maxTextBytes = 20_000_000;
const maxImageBytes = 10_000_000;
const comparisonMs = 5_000;

export interface PageFileSources {
  readonly details: CommitDetails;
  readonly changes: CommitChanges;
  readonly log: Log;
  /** Computed diffs, shared by all pages. */
  readonly made: RecentlyUsed<LoadedDiff>;
  /** Path of the diff worker's script. */
  readonly lineDiffProgram: string;
}

/** Size in characters. */
export const madeDiffs = (): RecentlyUsed<LoadedDiff> => new RecentlyUsed(30_000_000);

/** Reads file versions for a page on request: for images, and for diffs that the server left out. */
export class PageFiles {
  readonly #place: CommitPlace;
  readonly #sources: PageFileSources;
  readonly #post: (message: ToCommitPage) => void;
  readonly #running = new Map<string, AbortController>();
  #isDisposed = false;

  constructor(place: CommitPlace, sources: PageFileSources, post: (message: ToCommitPage) => void) {
    this.#place = place;
    this.#sources = sources;
    // the panel may show another commit by then, with a file of the same name
    this.#post = (message) => {
      if (!this.#isDisposed) post(message);
    };
  }

  /** Cached diff of a file. */
  made(newPath: string): LoadedDiff | undefined {
    return this.#sources.made.get(this.#key(newPath));
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const run of this.#running.values()) run.abort();
    this.#running.clear();
  }

  /** Diffs both versions of a file and posts the result. */
  async loadDiff(newPath: string): Promise<void> {
    const { t } = vscode.l10n;
    const post = (view: PartView<LoadedDiff>): void => this.#post({ type: 'loadedDiff', newPath, view });
    await this.#run(`diff ${newPath}`, post, t('The comparison was cancelled.'), async (signal) => {
      const known = this.made(newPath);
      if (known) return known;
      const { before, after } = await this.#versions(newPath, maxTextBytes, signal);
      const made = await this.#compare(before, after, signal);
      this.#sources.made.set(this.#key(newPath), made, 'diff' in made ? made.diff.length + 200 : 200);
      return made;
    });
  }

  /** Cancels a diff; the page can request it again. */
  cancelDiff(newPath: string): void {
    this.#running.get(`diff ${newPath}`)?.abort();
  }

  async loadImages(newPath: string): Promise<void> {
    const post = (view: PartView<ImagesView>): void => this.#post({ type: 'images', newPath, view });
    await this.#run(`images ${newPath}`, post, '', async (signal) => {
      const { before, after } = await this.#versions(newPath, maxImageBytes, signal);
      return { before: imageOf(newPath, before), after: imageOf(newPath, after) };
    });
  }

  async #run<T>(
    key: string,
    post: (view: PartView<T>) => void,
    cancelled: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<void> {
    if (this.#running.has(key)) return;
    const run = new AbortController();
    this.#running.set(key, run);
    post({ state: 'loading' });
    try {
      post({ state: 'ready', value: await work(run.signal) });
    } catch (error) {
      if (!run.signal.aborted && !isCancelled(error)) this.#sources.log.error(`Reading ${key} failed.`, error);
      const message = run.signal.aborted ? cancelled : error instanceof Refused ? error.message : explain(error);
      post({ state: 'failed', failure: { message, retryable: !(error instanceof Refused) } });
    } finally {
      this.#running.delete(key);
    }
  }

  async #versions(newPath: string, limitBytes: number, signal: AbortSignal): Promise<Versions> {
    const { changes, details } = this.#sources;
    const [commit, all] = await Promise.all([details.read(this.#place, { signal }), changes.all(this.#place, signal)]);
    const change = all.find((each) => each.newPath === newPath);
    if (!change) throw new Refused(vscode.l10n.t('The commit does not change this file.'));
    const [parent] = commit.parent_ids;
    const hasBefore = change.kind !== 'added' && parent !== undefined;
    const [before, after] = await Promise.all([
      hasBefore ? this.#read(change.oldPath, parent, limitBytes, signal) : undefined,
      isThereAfter(change) ? this.#read(change.newPath, commit.id, limitBytes, signal) : undefined,
    ]);
    return { before, after };
  }

  async #read(path: string, ref: string, limitBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const { client, project } = this.#place;
    try {
      return await client.send(getRawFile, { id: project, file_path: path, ref }, { signal, limitBytes });
    } catch (error) {
      if (requestErrorFacts(error, 'tooLarge')) {
        throw new Refused(
          vscode.l10n.t('This file is larger than {0}, so it is not shown here.', bytesText(limitBytes)),
          { cause: error },
        );
      }
      throw error;
    }
  }

  async #compare(
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    signal: AbortSignal,
  ): Promise<LoadedDiff> {
    const { t } = vscode.l10n;
    if (isBinary(before) || isBinary(after)) return { note: binaryWords(before, after) };
    const options = { program: this.#sources.lineDiffProgram, signal, timeoutMs: comparisonMs };
    const encoding = vscode.workspace.getConfiguration('files').get<string>('encoding');
    const versions = [before, after].map((bytes) => bytes ?? new Uint8Array());
    const [old = '', now = ''] = shownTexts(versions, encoding);
    const diff = await lineDiff(old, now, options);
    if (diff === undefined) {
      return { note: t('Comparing the two versions took too long. Open the file to compare them.') };
    }
    return diff === '' ? { note: t('The two versions are the same.') } : { diff };
  }

  #key(newPath: string): string {
    const { account, project, sha } = this.#place;
    return JSON.stringify([account, project, sha, newPath]);
  }
}

interface Versions {
  /** Undefined on the side where the file doesn't exist. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** An expected failure with a message for the user; a retry wouldn't help. */
class Refused extends Error {}

const isThereAfter = ({ kind }: FileChange): boolean => kind !== 'deleted';

const isBinary = (bytes: Uint8Array | undefined): boolean => bytes?.subarray(0, 8_000).includes(0) ?? false;

const binaryWords = (before: Uint8Array | undefined, after: Uint8Array | undefined): string => {
  const { t } = vscode.l10n;
  if (before === undefined) return t('A binary file of {0}.', bytesText(after?.length ?? 0));
  if (after === undefined) return t('A binary file; it had {0}.', bytesText(before.length));
  return t('A binary file: {0} before, {1} now.', bytesText(before.length), bytesText(after.length));
};

const mediaTypes = new Map(
  Object.entries({
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    svg: 'image/svg+xml',
    ico: 'image/x-icon',
    bmp: 'image/bmp',
  }),
);

const imageOf = (path: string, bytes: Uint8Array | undefined): ImageView | undefined => {
  if (bytes === undefined) return undefined;
  if (lfsObject(bytes)) {
    throw new Refused(vscode.l10n.t('This image is stored in Git LFS. The repository has only a pointer to it.'));
  }
  const mediaType = mediaTypes.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  // `postMessage` would serialize a Buffer by its `toJSON`
  return { bytes: new Uint8Array(bytes), mediaType: mediaType ?? 'application/octet-stream' };
};
