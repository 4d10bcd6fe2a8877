import { posix } from 'node:path';
import * as vscode from '../../vscode.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import { soon } from '../../soon.ts';
import type { ReviewsArea } from '../area.ts';
import { pickFile, readFiles, showFile } from './openChangedFiles.ts';
import { readReviewFile } from './reviewFileSystem.ts';
import { isRow } from '../view/rows.ts';
import { placeOfReview, type ReviewSubject } from '../subject.ts';
import { reviewSubject, subjectAround, uriInFront } from '../chooseReview.ts';

/** Opens a comment editor for a whole file: in its diff, or on the page if the file has no text. */
export const commentOnFile = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const front = subjectAround(argument) ? undefined : uriInFront();
  const file = front && area.reviews.threads.fileOf(front);
  if (file) {
    if (!area.reviews.isReadOnly(file.account)) await openBox(area, front, 0);
    return;
  }
  const subject = await reviewSubject(area, argument, t('Comment on a file of which merge request?'));
  const place = subject && placeOfReview(subject);
  const ready = place && (await readFiles(area, place));
  const change =
    ready &&
    (isRow(argument, 'requestFile')
      ? ready.files.find(({ newPath }) => newPath === argument.change.newPath)
      : await pickFile(ready, t('Comment on a file of !{0}', place.iid)));
  if (!place || !change || area.reviews.isReadOnly(place.account)) return;
  if (change.withoutText === 'binaryOrEmpty') return writeOnPage(area, subject, change);
  const isIt = ({ document: { uri } }: vscode.TextEditor): boolean => readReviewFile(uri)?.newPath === change.newPath;
  const shownAtMs = vscode.window.visibleTextEditors.some(isIt) ? 0 : Date.now();
  await showFile(place, ready, change);
  const shown = await soon(() => [vscode.window.activeTextEditor].find((active) => active && isIt(active)));
  return shown ? openBox(area, shown.document.uri, shownAtMs) : writeOnPage(area, subject, change);
};

/** Opens the comment editor of a merge request, on its page. */
export const commentOnMergeRequest = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const subject = await reviewSubject(area, argument, vscode.l10n.t('Comment on which merge request?'));
  if (subject && !area.reviews.isReadOnly(subject.open.account.id))
    area.mergeRequestPages.showText(subject, { kind: 'commit' });
};

const writeOnPage = ({ mergeRequestPages }: ReviewsArea, subject: ReviewSubject, change: FileChange): void => {
  const { oldPath, newPath } = change;
  mergeRequestPages.showText(subject, { kind: 'line', oldPath, newPath, oldLine: undefined, newLine: undefined });
};

/** VS Code's own command also moves the focus, but toggles existing threads of the file, and fails before it is ready. */
const openBox = async (
  { reviews: { threads, typed } }: ReviewsArea,
  uri: vscode.Uri,
  shownAtMs: number,
): Promise<void> => {
  const isOffered = await soon(() => threads.allowsFile(uri, shownAtMs));
  const { lastBox } = typed;
  typed.expectAt(uri, undefined);
  if (isOffered === true) {
    if (threads.startBeside(uri, undefined)) return;
    // VS Code labels the box itself, without a file
    threads.showPlaceholder(vscode.l10n.t('Comment on {0}…', posix.basename(uri.path)));
    await vscode.commands.executeCommand('workbench.action.addComment', { fileComment: true });
    const isOpen = await soon(() => (typed.lastBox === lastBox ? undefined : true));
    threads.showPlaceholder();
    if (isOpen) return;
    typed.expectAt(uri, undefined);
  }
  threads.begin(uri, undefined);
};
