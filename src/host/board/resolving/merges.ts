import * as vscode from '../../vscode.ts';
import { eachPage, everyItem } from '../../../client/eachPage.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import {
  fileAction,
  type FileInConflict,
  type FileVersion,
  isPlain,
  type PickMerge,
  textMergeOf,
  withMergedMode,
} from '../../../model/composer/resolution.ts';
import { foldersAbove, isMergedWhole } from '../../../model/composer/wholeFile.ts';
import type { FileAction } from '../../../model/composer/fileAction.ts';
import { mayBeCut } from '../../../model/fileChange.ts';
import { type DiffEntry, listCommitDiff } from '../../../wire/commits.ts';
import { getFile } from '../../../wire/repositoryFiles.ts';
import { createQueue } from '../../../model/queue.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { BoardArea } from '../area.ts';
import { cloneOf } from '../../kit/git/clone.ts';
import type { ConflictFile } from '../../kit/git/mergeTree.ts';
import { type BranchPick, type OpenMerge, withLocalMerge } from './localMerge.ts';
import { nameOf } from './savedResolutions.ts';

export interface WantedMerge extends BranchPick {
  readonly open: OpenProject;
  readonly tip: string;
}

/**
 * Merges a pick onto its branch: in the clone, which stays unchanged, or with files from the server if the clone lacks the
 * commits. Caches the last result.
 */
export const readMerge = async (area: BoardArea, wanted: WantedMerge, signal: AbortSignal): Promise<PickMerge> => {
  const { open, tip } = wanted;
  const of = `${nameOf({ ...wanted, account: open.account.id, project: open.project.id })} ${tip}`;
  const known = area.boards.lastMerge;
  if (known?.of === of) return known.merge;
  const merge = await readOnce(area, wanted, signal);
  area.boards.lastMerge = { of, merge };
  return merge;
};

const readOnce = async (area: BoardArea, wanted: WantedMerge, signal: AbortSignal): Promise<PickMerge> => {
  const { open, action, sha: commit, tip } = wanted;
  const clone = await cloneOf(area.repositories, open);
  const local =
    clone &&
    (await withLocalMerge(clone, { action, commit, tip }, signal, readLocal(tip)).catch((error: unknown) => {
      signal.throwIfAborted();
      area.log.error('The clone could not be read; the server is asked for the files in conflict.', error);
      return undefined;
    }));
  return local ?? readFromServer(area, wanted, signal);
};

const readLocal =
  (tip: string) =>
  async (opened: OpenMerge): Promise<PickMerge | undefined> => {
    const { merge } = opened;
    if (merge.kind === 'tooOld' || merge.kind === 'missing') return undefined;
    const files = merge.kind === 'conflict' ? merge.files : [];
    const version = async ({ modes, ...file }: ConflictFile, side: 'base' | 'ours' | 'theirs') => {
      const [hash, mode = '100644'] = [file[side], modes[side]];
      // a submodule's commit isn't in this repository
      return hash === undefined
        ? undefined
        : { hash, mode, content: mode === '160000' ? Buffer.alloc(0) : await opened.read(hash) };
    };
    const conflicts: FileInConflict[] = [];
    const isWhole = await wholeFiles(files, (path) => opened.fileAt(tip, path));
    for (const file of files) {
      conflicts.push({
        path: file.path,
        isWhole: isWhole(file.path),
        base: await version(file, 'base'),
        ours: await version(file, 'ours'),
        theirs: await version(file, 'theirs'),
      });
    }
    const clean: FileAction[] = [];
    const unsendable: string[] = [];
    for (const { path, before, after } of await opened.changed()) {
      if (files.some((file) => file.path === path)) continue;
      if (after && !isPlain(after.mode)) {
        unsendable.push(path);
        continue;
      }
      const content = async (side: typeof before) =>
        side && { ...side, content: isPlain(side.mode) ? await opened.read(side.hash) : Buffer.alloc(0) };
      const action = fileAction(path, await content(before), await content(after));
      if (action) clean.push(action);
    }
    return { tip, conflicts, clean, unsendable };
  };

/** Checks by the branch's `.gitattributes` whether files are merged as text. */
const wholeFiles = async (
  files: readonly { readonly path: string }[],
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<(path: string) => boolean> => {
  const attributes = new Map<string, string>();
  for (const folder of new Set(files.flatMap(({ path }) => foldersAbove(path)))) {
    const text = await read(folder === '' ? '.gitattributes' : `${folder}/.gitattributes`);
    if (text !== undefined) attributes.set(folder, Buffer.from(text).toString('utf8'));
  }
  return (path) => isMergedWhole(path, attributes);
};

const filesAtOnce = 4;
/** Limit for a file response. */
const maxFile = 256 * 1024 * 1024;

const readFromServer = async (area: BoardArea, wanted: WantedMerge, signal: AbortSignal): Promise<PickMerge> => {
  const { open, action, sha, tip } = wanted;
  const { parent_ids: parents } = await area.read({ open, sha });
  const list = { id: open.project.id, sha, per_page: 100 };
  const listed = await everyItem(eachPage(open.client, listCommitDiff, list, { signal }));
  if (mayBeCut(listed)) {
    throw new Error(
      vscode.l10n.t('The server lists only a part of the files of {0}. Open a clone of the project.', sha),
    );
  }
  const isRevert = action === 'revert';
  const entries = isRevert ? listed.map(reversed) : listed;
  const [from, to] = isRevert ? [sha, parents?.[0]] : [parents?.[0], sha];
  const queue = createQueue(filesAtOnce);
  const versionAt = (ref: string | undefined, path: string, mode: string | null | undefined) =>
    queue(async () => (ref === undefined ? undefined : readVersion(open, { path, ref, mode }, signal)));
  const read = await Promise.all(
    entries.map(async (entry): Promise<FileVersions | undefined> => {
      const { old_path: oldPath, new_path: path } = entry;
      const isLink = [entry.a_mode, entry.b_mode].some((mode) => mode != null && Number(mode) !== 0 && !isPlain(mode));
      if (isLink) return undefined;
      const [base, theirs, before, there] = await Promise.all([
        entry.new_file ? undefined : versionAt(from, oldPath, entry.a_mode),
        entry.deleted_file ? undefined : versionAt(to, path, entry.b_mode),
        versionAt(tip, oldPath, undefined),
        oldPath === path ? undefined : versionAt(tip, path, undefined),
      ]);
      return { entry, path, base, theirs, before, there };
    }),
  );
  const split = read.filter((file) => file !== undefined && isChangedByBoth(file)) as readonly FileVersions[];
  const isWhole = await wholeFiles(split, async (path) => (await versionAt(tip, path, undefined))?.content);
  const merged = read.map((file, index): MergedFile => {
    if (file === undefined) return { unsendable: [entries[index]?.new_path ?? ''] };
    return mergeFile(file, isWhole(file.path));
  });
  return {
    tip,
    conflicts: merged.flatMap(({ conflicts = [] }) => conflicts),
    clean: merged.flatMap(({ clean = [] }) => clean),
    unsendable: merged.flatMap(({ unsendable = [] }) => unsendable),
  };
};

/** The inverse diff entry. */
const reversed = (entry: DiffEntry): DiffEntry => ({
  ...entry,
  old_path: entry.new_path,
  new_path: entry.old_path,
  a_mode: entry.b_mode,
  b_mode: entry.a_mode,
  new_file: entry.deleted_file,
  deleted_file: entry.new_file,
});

type MergedFile = Partial<Omit<PickMerge, 'tip'>>;

interface FileVersions {
  readonly entry: DiffEntry;
  readonly base: FileVersion | undefined;
  readonly theirs: FileVersion | undefined;
  /** The branch's file at the old path. */
  readonly before: FileVersion | undefined;
  /** The branch's file at the new path of a renamed file. */
  readonly there: FileVersion | undefined;
  /** New path. */
  readonly path: string;
}

const isSame = (one: FileVersion | undefined, other: FileVersion | undefined): boolean =>
  one?.hash === other?.hash && one?.mode === other?.mode;

const isChangedByBoth = ({ base, theirs, before, there }: FileVersions): boolean => {
  const ours = there ?? before;
  return ours !== undefined && theirs !== undefined && !isSame(ours, theirs) && !isSame(ours, base);
};

const mergeFile = ({ entry, path, base, theirs, before, there }: FileVersions, isWhole: boolean): MergedFile => {
  const { old_path: oldPath } = entry;
  const isRenamed = oldPath !== path && !entry.new_file;
  // a renamed file is deleted at its old path
  const leaves =
    isRenamed && before ? [fileAction(oldPath, before, undefined)].filter((each) => each !== undefined) : [];
  const ours = there ?? before;
  const target = isRenamed ? there : before;
  const to = (after: { readonly content: Uint8Array; readonly mode: string } | undefined): MergedFile => {
    const action = fileAction(path, target, after);
    return { clean: action ? [...leaves, action] : leaves };
  };
  if (isSame(target, theirs)) return { clean: leaves };
  if (isSame(ours, theirs) || isSame(ours, base)) return to(theirs);
  const conflict = { path, base, ours, theirs, isWhole, isMoved: target === undefined && ours !== undefined };
  const merge = textMergeOf(conflict);
  if (merge === undefined || merge.regions.length > 0) return { conflicts: [conflict], clean: leaves };
  return to(withMergedMode(conflict, merge.text));
};

const readVersion = async (
  { client, project }: OpenProject,
  { path, ref, mode }: { readonly path: string; readonly ref: string; readonly mode: string | null | undefined },
  signal: AbortSignal,
): Promise<FileVersion | undefined> => {
  try {
    const asked = { id: project.id, file_path: path, ref };
    const file = await client.send(getFile, asked, { signal, limitBytes: maxFile });
    const reportedMode = file.execute_filemode == null ? mode : file.execute_filemode ? '100755' : '100644';
    return { hash: file.blob_id, mode: reportedMode ?? '100644', content: Buffer.from(file.content, 'base64') };
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return undefined;
    throw error;
  }
};
