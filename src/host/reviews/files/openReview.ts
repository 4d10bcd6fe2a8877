import * as vscode from '../../vscode.ts';
import { type Spot, spotOfDraft } from '../../../model/reviews/spots.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import { isOfRefs, spanOf } from '../../../model/reviews/newCommentPosition.ts';
import { fileOf } from '../../../model/reviews/preflightAnchor.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { ReviewsArea } from '../area.ts';
import { arrival } from './arrival.ts';
import { showInMiddle } from '../../kit/trees/middle.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import { requireProject } from '../../kit/requireProject.ts';
import {
  pickFile,
  readCommitFiles,
  readFiles,
  type ReadyFiles,
  showFile,
  showFiles,
  type ShownLine,
} from './openChangedFiles.ts';
import { chooseUnpublished } from '../drafts/chooseUnpublished.ts';
import type { ReviewFile } from './reviewFileSystem.ts';
import { isRow } from '../view/rows.ts';
import { placeOfReview, type ReviewSubject, webUrlOf } from '../subject.ts';
import { chooseMergeRequest, reviewSubject } from '../chooseReview.ts';
import type { UnpublishedText } from '../drafts/unsentComments.ts';
import { copyAddress } from '../../kit/copyAddress.ts';

/** Opens all changes of a merge request in one multi-diff editor. */
export const openAllChanges = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, argument, t('Review the changes of which merge request?'));
  if (subject) await showAllChanges(area, subject);
};

/** Asks for a merge request and opens its changes. */
export const reviewMergeRequest = async (area: ReviewsArea): Promise<void> => {
  const open = await requireProject(area);
  const subject = open && (await chooseMergeRequest(open, vscode.l10n.t('Review which merge request?')));
  if (subject) await showAllChanges(area, subject);
};

/** Opens the changes of the checked-out branch's merge request. */
export const reviewCurrentBranch = async (area: ReviewsArea): Promise<void> => {
  const open = await requireProject(area);
  const subject = open && (await mergeRequestOfCurrentBranch(area, open));
  if (subject) await showAllChanges(area, subject);
};

/** Merge request of the checked-out branch; shows a message if there is none. */
export const mergeRequestOfCurrentBranch = async (
  area: ReviewsArea,
  open: OpenProject,
): Promise<ReviewSubject | undefined> => {
  const { t } = vscode.l10n;
  const branch = await area.currentBranch.of(open);
  if (branch === undefined) {
    void vscode.window.showInformationMessage(
      t('No branch of {0} is checked out here.', open.project.path_with_namespace),
    );
    return undefined;
  }
  const subject = await area.reviews.mergeRequestOfBranch(open, branch.name);
  if (subject === undefined)
    void vscode.window.showInformationMessage(
      t('No merge request for the branch {0} of {1}.', branch.name, open.project.path_with_namespace),
    );
  return subject;
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
  await showFiles(place, ready, `!${place.iid} ${subject.request.title}`);
};

/** Opens one file's diff; asks for it when called from the palette. */
export const openFile = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const reportGone = (path: string): void =>
    void vscode.window.showInformationMessage(t('{0} no longer has changes.', path));
  if (isRow(argument, 'requestFile')) {
    const ready = await readFiles(area, placeOfReview(argument.parent));
    const change = ready?.files.find(({ newPath }) => newPath === argument.change.newPath);
    if (ready && change) await showFile(placeOfReview(argument.parent), ready, change);
    else if (ready) reportGone(argument.change.newPath);
    return;
  }
  if (isReviewFile(argument)) {
    const store = area.reviews.threads.storeOf(argument);
    const ready = store && (await readFiles(area, store.place));
    const change = ready?.files.find(({ newPath }) => newPath === argument.newPath);
    if (store && ready && change) await showFile(store.place, ready, change);
    else if (ready) reportGone(argument.newPath);
    return;
  }
  const subject = await reviewSubject(area, argument, t('Open a file of which merge request?'));
  const place = subject && placeOfReview(subject);
  const ready = place && (await readFiles(area, place));
  if (!place || !ready) return;
  const change = await pickFile(ready, t('Files of !{0}', place.iid));
  if (change) await showFile(place, ready, change);
};

const isReviewFile = (argument: unknown): argument is ReviewFile =>
  typeof argument === 'object' && argument !== null && 'refs' in argument && 'iid' in argument;

/**
 * Opens the diff at a position. An outdated position opens the top of the file, as its line number is no longer valid.
 * `gone`: the file has no changes now; `unlisted`: it may be among files the server doesn't list.
 */
const openSpot = async (
  area: ReviewsArea,
  place: ReviewPlace,
  { position, commit }: Spot,
  newest?: ReadyFiles,
): Promise<readonly ShownLine[] | 'gone' | 'unlisted'> => {
  const ready = await (commit === undefined
    ? (newest ?? readFiles(area, place))
    : readCommitFiles(area, place, { sha: commit, parent: position.base_sha ?? '' }));
  if (ready === undefined) return [];
  const change = fileOf(ready.files, position);
  if (change === undefined) return ready.isCut ? 'unlisted' : 'gone';
  const span = isOfRefs(position, ready.version) ? spanOf(position) : undefined;
  const top = { side: change.kind === 'deleted' ? 'old' : 'new', line: 1 } as const;
  return showFile(place, ready, change, span ? { side: span.side, line: span.last } : top);
};

/** Shows a draft or unsaved text in its diff; asks for it when called from the palette. */
export const openDraft = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = await chooseUnpublished(area, argument, 'any', vscode.l10n.t('Show which draft?'));
  if (own) await showPlace(area, own);
};

/**
 * Opens the diff of a draft or unsaved text, or the review page if it has no line. Shows a message when its file has no
 * changes now.
 */
export const showPlace = async (
  area: ReviewsArea,
  { store, draft, kept: unsent }: UnpublishedText,
): Promise<'diff' | 'page' | 'nowhere'> => {
  const { place } = store;
  const spot = spotOfDraft(
    {
      discussion_id: unsent?.discussionId ?? draft?.discussion_id,
      position: unsent?.position ?? draft?.position,
      commit_id: unsent ? unsent.commitId : draft?.commit_id,
    },
    store.discussions,
  );
  if (spot === undefined) {
    await area.reviews.showWhole({ store, ...(draft ? { draft } : {}), ...(unsent ? { kept: unsent } : {}) });
    return 'page';
  }
  return (await showOrExplain(area, place, spot)) ? 'diff' : 'nowhere';
};

/**
 * Opens the diff at a position. Resolves to the cursor's lines: empty when cancelled; undefined, after a message, when
 * the file has no changes now. `newest` saves reading the files.
 */
export const showOrExplain = async (
  area: ReviewsArea,
  place: ReviewPlace,
  spot: Spot,
  newest?: ReadyFiles,
): Promise<readonly ShownLine[] | undefined> => {
  const open = vscode.window.visibleTextEditors.map(({ document }) => document);
  const shown = await openSpot(area, place, spot, newest);
  if (typeof shown !== 'string') {
    if (shown.length > 0) void showShown(area, shown, open);
    return shown;
  }
  const { t } = vscode.l10n;
  const path = pathOf(spot.position) ?? '';
  void vscode.window.showWarningMessage(
    shown === 'gone'
      ? t('{0} is no longer among the changes of !{1}.', path, place.iid)
      : t('GitLab lists only some of the files of !{1}, and {0} is not among them.', path, place.iid),
  );
  return undefined;
};

/** Scrolls to the cursor again after threads are drawn above it, in documents that were not yet `open`. */
const showShown = async (
  { reviews }: ReviewsArea,
  lines: readonly ShownLine[],
  open: readonly vscode.TextDocument[],
): Promise<void> => {
  const editor = await arrival(lines);
  if (editor === undefined) return;
  const { line } = editor.selection.active;
  const isAbove = ({ uri, range }: vscode.CommentThread): boolean =>
    uri.toString() === editor.document.uri.toString() && range !== undefined && range.end.line < line;
  showInMiddle(editor, line, open.includes(editor.document) || !reviews.threads.threads.some(isAbove));
};

/** URL of the merge request, or of the thread in `argument`. */
const urlOf = (subject: ReviewSubject, argument: unknown): string => {
  const note = isRow(argument, 'thread') ? argument.thread.discussion.notes[0] : undefined;
  return note ? `${webUrlOf(subject)}#note_${note.id}` : webUrlOf(subject);
};

export const openMergeRequestInBrowser = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const subject = await reviewSubject(area, argument, vscode.l10n.t('Open which merge request in the browser?'));
  if (subject) await openInBrowser(urlOf(subject, argument));
};

export const copyMergeRequestLink = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const subject = await reviewSubject(area, argument, vscode.l10n.t('Copy the link to which merge request?'));
  if (subject) await copyAddress(urlOf(subject, argument));
};

/** Pins a merge request in the Reviews view, or unpins it. */
export const pin = async (area: ReviewsArea, argument: unknown, isPinned: boolean): Promise<void> => {
  const { t } = vscode.l10n;
  const question = isPinned ? t('Pin which merge request?') : t('Unpin which merge request?');
  const subject = await reviewSubject(area, argument, question);
  if (!subject) return;
  await area.reviews.pinned.put(placeOfReview(subject), isPinned);
  vscode.window.setStatusBarMessage(isPinned ? t('$(check) Pinned') : t('$(check) Unpinned'), 2_000);
};
