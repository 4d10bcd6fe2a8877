import * as vscode from '../../vscode.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import { isViewed } from '../../../model/reviews/viewedFiles.ts';
import type { ReviewsArea } from '../area.ts';
import { fileVersionUri } from '../../kit/pages/fileVersions.ts';
import { isFileNotFound } from '../../kit/pages/flatFileSystem.ts';
import { cancellable } from '../../kit/progress.ts';
import { projectOf } from '../../kit/requireProject.ts';
import { readCommitFiles, readFiles, type ReadyFiles, showFile } from './openChangedFiles.ts';
import { openFileSince } from './openSince.ts';
import { readReviewFile, type ReviewFile, reviewScheme } from './reviewFileSystem.ts';

/** A file of the review order. */
interface Step {
  readonly path: string;
  readonly open: () => Promise<unknown>;
}

/**
 * Opens the next or previous file in diff order: of the merge request, of a commit, or of the changes since the last
 * review. Skips hidden viewed files.
 */
export const goToFile = async (area: ReviewsArea, argument: unknown, by: 1 | -1): Promise<void> => {
  const { t } = vscode.l10n;
  const file = requireFile(fileInFront(argument));
  if (file === undefined) return;
  const place = area.reviews.threads.storeOf(file)?.place;
  const steps = place && (await stepsFrom(area, place, file));
  if (steps === undefined) return;
  const at = steps.findIndex(({ path }) => path === file.newPath);
  // the file no longer has changes
  const next = at < 0 ? steps[0] : steps[at + by];
  if (next === undefined) {
    const words =
      by === 1 ? t('This is the last file of !{0}.', file.iid) : t('This is the first file of !{0}.', file.iid);
    void vscode.window.showInformationMessage(words);
    return;
  }
  await next.open();
};

/** File of the argument's or the active document. */
export const fileInFront = (argument: unknown): ReviewFile | undefined => {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  return uri && readReviewFile(uri);
};

/** Shows a message for none. */
export const requireFile = (file: ReviewFile | undefined): ReviewFile | undefined => {
  if (file === undefined)
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a file of a merge request first.'));
  return file;
};

const stepsFrom = async (
  area: ReviewsArea,
  place: ReviewPlace,
  file: ReviewFile,
): Promise<readonly Step[] | undefined> => {
  if (isSinceReview()) {
    const since = await cancellable(vscode.l10n.t('Comparing the versions of !{0}…', place.iid), (signal) =>
      area.reviews.since.read(place, { signal }),
    );
    if (since?.kind === 'ready')
      return since.files.map((each) => ({ path: each.path, open: () => openFileSince(area, place, each) }));
    if (since === undefined) return undefined;
  }
  const ready = await filesAround(area, place, file);
  if (ready === undefined) return undefined;
  const { viewed } = area.reviews;
  const marks = viewed.areHidden(place.account) && ready.commit === undefined ? viewed.of(place) : {};
  return ready.files
    .filter((change) => change.newPath === file.newPath || !isViewed(marks, { change, version: ready.version }))
    .map((change) => ({ path: change.newPath, open: () => showFile(place, ready, change) }));
};

/** In such a diff the left side is a reviewed file. */
const isSinceReview = (): boolean => {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff && input.original.scheme !== reviewScheme;
};

const filesAround = (
  area: ReviewsArea,
  place: ReviewPlace,
  { commit, refs }: ReviewFile,
): Promise<ReadyFiles | undefined> =>
  commit === undefined ? readFiles(area, place) : readCommitFiles(area, place, { sha: commit, parent: refs.baseSha });

/** Opens the active file from the working tree at the same line; without a clone read-only from the newest version. */
export const openWorkingFile = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const file = requireFile(fileInFront(argument));
  if (file === undefined) return;
  const { activeTextEditor: editor } = vscode.window;
  const isInFront = editor !== undefined && readReviewFile(editor.document.uri)?.newPath === file.newPath;
  const options = isInFront ? { selection: editor.selection } : {};
  const open = await projectOf(area, file);
  const local = open?.root && (await localFile(open.root, file.newPath));
  if (local !== undefined) {
    await vscode.window.showTextDocument(local, options);
    return;
  }
  const { account, project, refs, newPath: path, kind } = file;
  if (kind === 'deleted') {
    void vscode.window.showInformationMessage(t('!{0} deletes {1}.', file.iid, path));
    return;
  }
  await vscode.window.showTextDocument(fileVersionUri({ account, project, path, ref: refs.headSha }), options);
};

/** Existing file of the working tree; undefined for paths outside. */
const localFile = async (root: vscode.Uri, path: string): Promise<vscode.Uri | undefined> => {
  const uri = vscode.Uri.joinPath(root, ...path.split('/'));
  if (!uri.path.startsWith(`${root.path}/`)) return undefined;
  try {
    return (await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory ? undefined : uri;
  } catch (error) {
    if (isFileNotFound(error)) return undefined;
    throw error;
  }
};
