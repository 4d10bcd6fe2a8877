import * as vscode from '../../vscode.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { filePosition, linePosition } from '../../../model/reviews/newCommentPosition.ts';
import type { GivenPosition } from '../../../wire/notes.ts';
import type { ReviewsArea } from '../area.ts';
import { projectIn } from '../../kit/git/otherRepository.ts';
import { requireProject } from '../../kit/requireProject.ts';
import { explain } from '../../kit/words/explain.ts';
import { basename } from '../../kit/words/format.ts';
import { storedHereMessage } from '../../kit/words/lostWrites.ts';
import type { UnsentComment } from './unsentComments.ts';
import type { ReviewFile } from '../files/reviewFileSystem.ts';
import { placeOfReview } from '../subject.ts';
import { isReply } from '../../kit/pages/commentBox.ts';
import { selectedLines } from '../../kit/pages/selectedLines.ts';
import { commentOnFile } from '../files/wholeComments.ts';
import { readFiles } from '../files/openChangedFiles.ts';
import { mergeRequestOfCurrentBranch } from '../files/openReview.ts';
import { noAccountMessage } from './sendComment.ts';
import { type SendOptions, sendAndReport, newUnsentComment } from './sendAndReport.ts';

/** Sends the text of a thread's comment editor: stores it, sends it once, and shows the result. Opens one if needed. */
export const writeReply = async (area: ReviewsArea, argument: unknown, options: SendOptions): Promise<void> => {
  if (!isReply(argument)) {
    await commentHere(area);
    return;
  }
  const { thread, text } = argument;
  const file = area.reviews.threads.fileOf(thread.uri);
  const store = file && area.reviews.threads.storeOf(file);
  const { t } = vscode.l10n;
  if (file === undefined) return;
  if (store === undefined) {
    const refusal = noAccountMessage();
    await area.reviews.unsent.save({ ...newUnsentComment(area, file, text), ...fileSpot(file), refusal });
    void vscode.window.showWarningMessage(storedHereMessage(refusal));
    return;
  }
  if (text.trim() === '') {
    void vscode.window.showInformationMessage(t('Write something first.'));
    return;
  }
  // VS Code keeps the text until the command ends; a second press must not send it again
  if (sendingFrom.get(thread) === text) return;
  sendingFrom.set(thread, text);
  try {
    await sendFromBox(area, store, { thread, text, file, options });
  } finally {
    sendingFrom.delete(thread);
  }
};

const sendingFrom = new WeakMap<vscode.CommentThread, string>();

/** Stores the text first: VS Code clears the comment editor in any case. */
const sendFromBox = async (
  area: ReviewsArea,
  store: ReviewDrafts,
  { thread, text, file, options }: vscode.CommentReply & { readonly file: ReviewFile; readonly options: SendOptions },
): Promise<void> => {
  const { unsent: texts, threads, typed } = area.reviews;
  const plan = threads.planOf(thread);
  const before = typed.textIn(file, text);
  const whole: UnsentComment = {
    ...newUnsentComment(area, store.place, text),
    isPublic: options.isPublic,
    resolves: options.resolves,
    discussionId: plan?.discussion?.id,
    ...(plan?.discussion === undefined ? fileSpot(file) : {}),
    // a restored comment editor may hold text that was sent before the reload
    ...(before?.maybeSent === true ? { maybeSent: true, sent: before.sent } : {}),
  };
  await texts.saveTyped(whole);
  await typed.taken(file, text);
  // the drawn comment replaces the editor and shows the state
  if (plan === undefined) {
    threads.end(thread);
    // disposing the thread loses the focus
    void vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  }
  const place = plan?.discussion === undefined ? await positionOf(area, file, thread) : { position: undefined };
  if ('refusal' in place) {
    texts.boxClosed(whole);
    await texts.save({ ...whole, refusal: place.refusal });
    void vscode.window.showWarningMessage(storedHereMessage(place.refusal));
    return;
  }
  const sending = sendAndReport(area, store, { ...whole, position: place.position });
  texts.boxClosed(whole);
  await sending;
};

const fileSpot = (file: ReviewFile): Pick<UnsentComment, 'position' | 'commitId'> => ({
  position: filePosition(file),
  commitId: file.commit,
});

/** Position of lines, or the reason there is none. */
const positionOf = async (
  { log, reviews: { threads } }: ReviewsArea,
  file: ReviewFile,
  { uri, range }: Pick<vscode.CommentThread, 'uri' | 'range'>,
): Promise<{ readonly position: GivenPosition } | { readonly refusal: string }> => {
  const { t } = vscode.l10n;
  if (range === undefined) return { position: filePosition(file) };
  try {
    const change = await threads.changeOf(file);
    if (change === undefined) {
      return { refusal: t('!{0} has changed since you opened this file. Open its latest changes.', file.iid) };
    }
    const span = threads.spanOf(uri, { first: range.start.line + 1, last: range.end.line + 1 });
    if (span === undefined && uri.scheme === 'file') {
      return { refusal: t('You have changed these lines: !{0} does not have them.', file.iid) };
    }
    const position = span && linePosition(file, change.diff, span);
    if (position) return { position };
    return {
      refusal:
        change.withoutText === 'tooLarge' || change.withoutText === 'collapsed'
          ? t('The file is too large for a diff. Comment on the whole file.')
          : t('These lines are not in the diff. Comment on the whole file.'),
    };
  } catch (error) {
    log.error('The lines of a comment could not be read.', error);
    return { refusal: t('The lines of the comment could not be checked. {0}', explain(error)) };
  }
};

/** Opens a comment editor on the selected lines of the active diff or file on disk, or explains and returns false. */
export const commentHere = async (area: ReviewsArea): Promise<boolean> => {
  const { t } = vscode.l10n;
  const { threads, typed } = area.reviews;
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  const isNew = document?.uri.scheme === 'file' && threads.fileOf(document.uri) === undefined;
  if (isNew && !(await drawOnDisk(area, document))) return false;
  const file = document && threads.fileOf(document.uri);
  if (document === undefined || selection === undefined || file === undefined) {
    void vscode.window.showInformationMessage(t('Open a file of a merge request first, and select the lines.'));
    return false;
  }
  if (area.reviews.isReadOnly(file.account)) return false;
  const { uri } = document;
  const lines = selectedLines(selection);
  const range = new vscode.Range(lines.first - 1, 0, lines.last - 1, 0);
  const place = await positionOf(area, file, { uri, range });
  if ('refusal' in place) {
    const whole = t('Comment on File');
    const answer = await vscode.window.showInformationMessage(place.refusal, whole);
    if (answer === whole) await commentOnFile(area, undefined);
    return false;
  }
  typed.expectAt(uri, { side: file.side, ...lines });
  if (threads.startBeside(uri, range, isNew) === undefined) {
    await vscode.commands.executeCommand('workbench.action.addComment');
  }
  return true;
};

/** Draws the branch's merge request in a file on disk; shows a message and returns false if it does not change the file. */
const drawOnDisk = async (area: ReviewsArea, document: vscode.TextDocument): Promise<boolean> => {
  const { t } = vscode.l10n;
  const say = (words: string): false => {
    void vscode.window.showInformationMessage(words);
    return false;
  };
  const shown = await requireProject(area);
  if (!shown) return false;
  const name = basename(document.uri.path);
  const work = await area.repositories.at(document.uri);
  if (work === undefined) return say(t('{0} is not in a git repository of the open folder.', name));
  const open = await projectIn(area.project, shown, work.root, name);
  const subject = open && (await mergeRequestOfCurrentBranch(area, open));
  if (subject === undefined || (await readFiles(area, placeOfReview(subject))) === undefined) return false;
  const isDrawn = await area.reviews.threads.openOnDisk(document, subject);
  return isDrawn || say(t('!{0} does not change {1}.', subject.request.iid, name));
};

export const isThread = (argument: unknown): argument is vscode.CommentThread =>
  typeof argument === 'object' && argument !== null && 'comments' in argument && 'uri' in argument;
