import * as vscode from '../vscode.ts';
import type { FileChange } from '../../model/fileChange.ts';
import { positionOfDraft } from '../../model/reviews/draftPosition.ts';
import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequestFiles } from '../../model/reviews/mergeRequestFiles.ts';
import { isOfRefs, spanOf } from '../../model/reviews/position.ts';
import { pathOf } from '../../model/reviews/samePlace.ts';
import type { Position } from '../../wire/notes.ts';
import type { ReviewsArea } from './area.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { basename, visibleLabel } from '../kit/format.ts';
import { cancellable } from '../kit/progress.ts';
import { requireProject } from '../kit/requireProject.ts';
import { showChange, type Versions } from '../kit/showChange.ts';
import { chooseOwn } from './chooseOwn.ts';
import { type ReviewFile, reviewFileUri } from './reviewFiles.ts';
import type { RequestFileItem } from './rows.ts';
import { placeOfReview, type ReviewSubject, webUrlOf } from './subject.ts';
import { chooseRequest, reviewSubject } from './chooseReview.ts';
import type { OwnText } from './keptDrafts.ts';

/** The changed files of a merge request, once the server has them. */
export type ReadyFiles = Extract<MergeRequestFiles, { kind: 'ready' }>;

/** Opens all changes of a merge request in one editor. */
export const openAllChanges = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, argument, t('Review the changes of which merge request?'));
  if (subject) await showAllChanges(area, subject);
};

/** Lets the user choose a merge request and opens its changes. */
export const reviewMergeRequest = async (area: ReviewsArea): Promise<void> => {
  const open = await requireProject(area);
  const subject = open && (await chooseRequest(open, vscode.l10n.t('Review which merge request?')));
  if (subject) await showAllChanges(area, subject);
};

/** Opens the changes of the merge request of the branch that is checked out. */
export const reviewCurrentBranch = async (area: ReviewsArea): Promise<void> => {
  const open = await requireProject(area);
  if (!open) return;
  const { t } = vscode.l10n;
  const branch = await area.currentBranch.of(open);
  if (branch === undefined) {
    void vscode.window.showInformationMessage(
      t('No branch of {0} is checked out here.', open.project.path_with_namespace),
    );
    return;
  }
  const subject = await area.reviews.requestOfBranch(open, branch.name);
  if (subject === undefined) {
    void vscode.window.showInformationMessage(t('There is no merge request of the branch {0} yet.', branch.name));
    return;
  }
  await showAllChanges(area, subject);
};

const showAllChanges = async (area: ReviewsArea, subject: ReviewSubject): Promise<void> => {
  const place = placeOfReview(subject);
  const ready = await readFiles(area, place);
  if (ready === undefined) return;
  const { t } = vscode.l10n;
  if (ready.files.length === 0) {
    void vscode.window.showInformationMessage(t('!{0} changes no files.', place.iid));
    return;
  }
  const resources = ready.files.map((change) => {
    const { left, right } = sidesOf(place, ready, change);
    return [right ?? left, left, right];
  });
  await vscode.commands.executeCommand('vscode.changes', `!${place.iid} ${subject.request.title}`, resources);
  if (ready.isCut) {
    void vscode.window.showWarningMessage(
      t('GitLab shows the first {0} files of !{1} only.', ready.files.length, place.iid),
    );
  }
};

/** The files of a merge request, under a progress with Cancel. Says so when they are still being collected. */
export const readFiles = async (area: ReviewsArea, place: ReviewPlace): Promise<ReadyFiles | undefined> => {
  const { t } = vscode.l10n;
  for (;;) {
    const read = await cancellable(t('Reading the changes of !{0}…', place.iid), (signal) =>
      area.reviews.changes.read(place, { signal }),
    );
    if (read === undefined) return undefined;
    if (read.kind === 'ready') return read;
    const retry = t('Retry');
    const answer = await vscode.window.showInformationMessage(
      t('GitLab is still collecting the changes of !{0}. It was made just now.', place.iid),
      retry,
    );
    if (answer !== retry) return undefined;
  }
};

const fileOf = (place: ReviewPlace, { version }: ReadyFiles, change: FileChange): Omit<ReviewFile, 'side'> => ({
  account: place.account,
  project: place.project,
  iid: place.iid,
  refs: { baseSha: version.baseSha, startSha: version.startSha, headSha: version.headSha },
  oldPath: change.oldPath,
  newPath: change.newPath,
  kind: change.kind,
});

const sidesOf = (place: ReviewPlace, ready: ReadyFiles, change: FileChange): Versions => {
  const file = fileOf(place, ready, change);
  return {
    left: change.kind === 'added' ? undefined : reviewFileUri({ ...file, side: 'old' }),
    right: change.kind === 'deleted' ? undefined : reviewFileUri({ ...file, side: 'new' }),
  };
};

/** Opens one file of a merge request; from the palette, asks which. */
export const openFile = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const sayGone = (path: string): void =>
    void vscode.window.showInformationMessage(t('{0} is not changed any more.', path));
  if (isFileRow(argument)) {
    const ready = await readFiles(area, placeOfReview(argument.parent));
    const change = ready?.files.find(({ newPath }) => newPath === argument.change.newPath);
    if (ready && change) await showFile(placeOfReview(argument.parent), ready, change, undefined);
    else if (ready) sayGone(argument.change.newPath);
    return;
  }
  if (isReviewFile(argument)) {
    const store = area.reviews.threads.storeOf(argument);
    const ready = store && (await readFiles(area, store.place));
    const change = ready?.files.find(({ newPath }) => newPath === argument.newPath);
    if (store && ready && change) await showFile(store.place, ready, change, undefined);
    else if (ready) sayGone(argument.newPath);
    return;
  }
  const subject = await reviewSubject(area, argument, t('Open a file of which merge request?'));
  const place = subject && placeOfReview(subject);
  const ready = place && (await readFiles(area, place));
  if (!place || !ready) return;
  const change = await pickFile(ready, t('Files of !{0}', place.iid));
  if (change) await showFile(place, ready, change, undefined);
};

/** Lets the user choose one of the files. */
export const pickFile = async (ready: ReadyFiles, title: string): Promise<FileChange | undefined> => {
  const items = ready.files.map((change) => ({ label: visibleLabel(change.newPath), change }));
  const placeHolder = vscode.l10n.t('Which file?');
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.change;
};

const isFileRow = (argument: unknown): argument is RequestFileItem =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'requestFile';

const isReviewFile = (argument: unknown): argument is ReviewFile =>
  typeof argument === 'object' && argument !== null && 'refs' in argument && 'iid' in argument;

const showFile = async (
  place: ReviewPlace,
  ready: ReadyFiles,
  change: FileChange,
  line: { readonly side: 'old' | 'new'; readonly line: number } | undefined,
): Promise<void> => {
  const versions = sidesOf(place, ready, change);
  const name = basename(change.kind === 'deleted' ? change.oldPath : change.newPath);
  const isShown = line?.side === 'new' || versions.right === undefined;
  await showChange(versions, { title: `${name} (!${place.iid})`, line: isShown ? line?.line : undefined });
};

/**
 * Opens the diff a position stands in, at its line. Answers false when the file is not among the newest changes; a
 * position of an earlier version opens the file without a line, because its number means another line now.
 */
const openPosition = async (area: ReviewsArea, place: ReviewPlace, position: Position): Promise<boolean> => {
  const ready = await readFiles(area, place);
  if (ready === undefined) return true;
  const change = ready.files.find(
    ({ oldPath, newPath }) => newPath === position.new_path || oldPath === position.old_path,
  );
  if (change === undefined) return false;
  const span = isOfRefs(position, ready.version) ? spanOf(position) : undefined;
  await showFile(place, ready, change, span && { side: span.side, line: span.last });
  return true;
};

/** Shows a draft or an unsent text where it stands; from the palette, asks which. */
export const openDraft = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = await chooseOwn(area, argument, 'any', vscode.l10n.t('Show which draft?'));
  if (own) await showPlace(area, own);
};

/**
 * Opens the diff where a draft or an unsent text stands; one that is on no line is shown on the review page. Says so
 * where its file is not changed any more.
 */
export const showPlace = async (
  area: ReviewsArea,
  { store, draft, kept }: OwnText,
): Promise<'diff' | 'page' | 'nowhere'> => {
  const { place } = store;
  const own = {
    discussion_id: kept?.discussionId ?? draft?.discussion_id,
    position: kept?.position ?? draft?.position,
  };
  const position = positionOfDraft(own, store.discussions);
  if (position === undefined) {
    await area.reviews.showWhole({ store, ...(draft ? { draft } : {}), ...(kept ? { kept } : {}) });
    return 'page';
  }
  return (await showOrSay(area, place, position)) ? 'diff' : 'nowhere';
};

/** Opens the diff a position stands in; says so, and answers false, where its file is not changed any more. */
export const showOrSay = async (area: ReviewsArea, place: ReviewPlace, position: Position): Promise<boolean> => {
  if (await openPosition(area, place, position)) return true;
  void vscode.window.showWarningMessage(
    vscode.l10n.t('{0} is not among the changes of !{1} any more.', pathOf(position) ?? '', place.iid),
  );
  return false;
};

/** Opens a merge request in the browser. */
export const browseRequest = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const subject = await reviewSubject(area, argument, vscode.l10n.t('Open which merge request in the browser?'));
  if (subject) await openInBrowser(webUrlOf(subject));
};

/** Copies the address of a merge request. */
export const copyRequestLink = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const subject = await reviewSubject(area, argument, vscode.l10n.t('Copy the link to which merge request?'));
  if (!subject) return;
  await vscode.env.clipboard.writeText(webUrlOf(subject));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Link copied'), 2_000);
};
