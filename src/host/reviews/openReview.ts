import * as vscode from 'vscode';
import type { FileChange } from '../../model/fileChange.ts';
import type { ReviewPlace } from '../../model/review/drafts.ts';
import type { MergeRequestFiles } from '../../model/review/mergeRequestFiles.ts';
import { isOfRefs, spanOf } from '../../model/review/position.ts';
import { pathOf } from '../../model/review/samePlace.ts';
import type { Position } from '../../wire/notes.ts';
import type { App } from '../app.ts';
import { openInBrowser } from '../commits/openCommit.ts';
import { basename, visibleLabel } from '../format.ts';
import { cancellable } from '../progress.ts';
import { requireProject } from '../project/requireProject.ts';
import { chooseOwn } from './chooseOwn.ts';
import { type ReviewFile, reviewFileUri } from './reviewFiles.ts';
import type { RequestFileItem } from './rows.ts';
import { chooseRequest, placeOfReview, type ReviewSubject, reviewSubject, webUrlOf } from './subject.ts';
import { type OwnText, ownText } from './writing.ts';

/** The changed files of a merge request, once the server has them. */
export type ReadyFiles = Extract<MergeRequestFiles, { kind: 'ready' }>;

/** Opens all changes of a merge request in one editor. */
export const openAllChanges = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(app, argument, t('Review the changes of which merge request?'));
  if (subject) await showAllChanges(app, subject);
};

/** Lets the user choose a merge request and opens its changes. */
export const reviewMergeRequest = async (app: App): Promise<void> => {
  const open = await requireProject(app);
  const subject = open && (await chooseRequest(open, vscode.l10n.t('Review which merge request?')));
  if (subject) await showAllChanges(app, subject);
};

/** Opens the changes of the merge request of the branch that is checked out. */
export const reviewCurrentBranch = async (app: App): Promise<void> => {
  const open = await requireProject(app);
  if (!open) return;
  const { t } = vscode.l10n;
  const branch = await app.currentBranch.of(open);
  if (branch === undefined) {
    void vscode.window.showInformationMessage(
      t('No branch of {0} is checked out here.', open.project.path_with_namespace),
    );
    return;
  }
  const subject = await app.reviews.requestOfBranch(open, branch.name);
  if (subject === undefined) {
    void vscode.window.showInformationMessage(t('There is no merge request of the branch {0} yet.', branch.name));
    return;
  }
  await showAllChanges(app, subject);
};

const showAllChanges = async (app: App, subject: ReviewSubject): Promise<void> => {
  const place = placeOfReview(subject);
  const ready = await readFiles(app, place);
  if (ready === undefined) return;
  const { t } = vscode.l10n;
  if (ready.files.length === 0) {
    void vscode.window.showInformationMessage(t('!{0} changes no files.', place.iid));
    return;
  }
  const resources = ready.files.map((change) => {
    const { left, right } = sidesOf(place, ready, change);
    return change.kind === 'deleted'
      ? [left, left, undefined]
      : [right, change.kind === 'added' ? undefined : left, right];
  });
  await vscode.commands.executeCommand('vscode.changes', `!${place.iid} ${subject.request.title}`, resources);
  if (ready.isCut) {
    void vscode.window.showWarningMessage(
      t('GitLab shows the first {0} files of !{1} only.', ready.files.length, place.iid),
    );
  }
};

/** The files of a merge request, under a progress with Cancel. Says so when they are still being collected. */
export const readFiles = async (app: App, place: ReviewPlace): Promise<ReadyFiles | undefined> => {
  const { t } = vscode.l10n;
  for (;;) {
    const read = await cancellable(t('Reading the changes of !{0}…', place.iid), (signal) =>
      app.reviews.changes.read(place, { signal }),
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

const sidesOf = (place: ReviewPlace, ready: ReadyFiles, change: FileChange) => {
  const file = fileOf(place, ready, change);
  return {
    left: reviewFileUri({ ...file, side: 'old' }),
    right: reviewFileUri({ ...file, side: 'new' }),
  };
};

/** Opens one file of a merge request; from the palette, asks which. */
export const openFile = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const sayGone = (path: string): void =>
    void vscode.window.showInformationMessage(t('{0} is not changed any more.', path));
  if (isFileRow(argument)) {
    const ready = await readFiles(app, placeOfReview(argument.parent));
    const change = ready?.files.find(({ newPath }) => newPath === argument.change.newPath);
    if (ready && change) await showFile(placeOfReview(argument.parent), ready, change, undefined);
    else if (ready) sayGone(argument.change.newPath);
    return;
  }
  if (isReviewFile(argument)) {
    const store = app.reviews.threads.storeOf(argument);
    const ready = store && (await readFiles(app, store.place));
    const change = ready?.files.find(({ newPath }) => newPath === argument.newPath);
    if (store && ready && change) await showFile(store.place, ready, change, undefined);
    else if (ready) sayGone(argument.newPath);
    return;
  }
  const subject = await reviewSubject(app, argument, t('Open a file of which merge request?'));
  const place = subject && placeOfReview(subject);
  const ready = place && (await readFiles(app, place));
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
  const { left, right } = sidesOf(place, ready, change);
  const name = basename(change.kind === 'deleted' ? change.oldPath : change.newPath);
  const selection =
    line === undefined || line.side === 'old' ? undefined : new vscode.Range(line.line - 1, 0, line.line - 1, 0);
  await vscode.commands.executeCommand('vscode.diff', left, right, `${name} (!${place.iid})`, {
    preview: true,
    ...(selection ? { selection } : {}),
  });
};

/**
 * Opens the diff a position stands in, at its line. Answers false when the file is not among the newest changes; a
 * position of an earlier version opens the file without a line, because its number means another line now.
 */
const openPosition = async (app: App, place: ReviewPlace, position: Position): Promise<boolean> => {
  const ready = await readFiles(app, place);
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
export const openDraft = async (app: App, argument: unknown): Promise<void> => {
  const own = ownText(app, argument) ?? (await chooseOwn(app, 'any', vscode.l10n.t('Show which draft?')));
  if (own) await showPlace(app, own);
};

/**
 * Opens the diff where a draft or an unsent text stands; one that is on no line is shown on the review page. Says so
 * where its file is not changed any more.
 */
export const showPlace = async (app: App, { store, draft, kept }: OwnText): Promise<'diff' | 'page' | 'nowhere'> => {
  const { place } = store;
  const thread = kept?.discussionId ?? draft?.discussion_id;
  const own = kept?.position ?? draft?.position;
  const position =
    pathOf(own) === undefined ? store.discussions.find(({ id }) => id === thread)?.notes[0]?.position : own;
  if (position == null || pathOf(position) === undefined) {
    await app.reviews.showWhole({ store, ...(draft ? { draft } : {}), ...(kept ? { kept } : {}) });
    return 'page';
  }
  return (await showOrSay(app, place, position)) ? 'diff' : 'nowhere';
};

/** Opens the diff a position stands in; says so, and answers false, where its file is not changed any more. */
export const showOrSay = async (app: App, place: ReviewPlace, position: Position): Promise<boolean> => {
  if (await openPosition(app, place, position)) return true;
  void vscode.window.showWarningMessage(
    vscode.l10n.t('{0} is not among the changes of !{1} any more.', pathOf(position) ?? '', place.iid),
  );
  return false;
};

/** Opens a merge request in the browser. */
export const browseRequest = async (app: App, argument: unknown): Promise<void> => {
  const subject = await reviewSubject(app, argument, vscode.l10n.t('Open which merge request in the browser?'));
  if (subject) await openInBrowser(webUrlOf(subject));
};

/** Copies the address of a merge request. */
export const copyRequestLink = async (app: App, argument: unknown): Promise<void> => {
  const subject = await reviewSubject(app, argument, vscode.l10n.t('Copy the link to which merge request?'));
  if (!subject) return;
  await vscode.env.clipboard.writeText(webUrlOf(subject));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Link copied'), 2_000);
};
