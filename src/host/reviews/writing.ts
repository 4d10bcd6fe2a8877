import * as vscode from 'vscode';
import type { ReviewDrafts, ReviewPlace } from '../../model/review/drafts.ts';
import { filePosition, linePosition } from '../../model/review/position.ts';
import type { DraftNote } from '../../wire/draftNotes.ts';
import type { GivenPosition } from '../../wire/notes.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import type { ReviewComment } from './comments.ts';
import { blankText, type KeptDraft } from './keptDrafts.ts';
import { readReviewFile, type ReviewFile } from './reviewFiles.ts';
import { sendKept } from './send.ts';
import { placeOfReview } from './subject.ts';
import { commentOnFile } from './wholeComments.ts';

/** How a text is to be written. */
export interface Manner {
  readonly isPublic: boolean;
  /** Whether publishing the reply settles its thread. */
  readonly resolves: boolean;
}

/** Carries out what the box of a thread was told: keeps the text, sends it once, and shows what became of it. */
export const writeReply = async (app: App, argument: unknown, manner: Manner): Promise<void> => {
  if (!isReply(argument)) {
    await commentHere(app);
    return;
  }
  const { thread, text } = argument;
  const file = readReviewFile(thread.uri);
  const store = file && app.reviews.threads.storeOf(file);
  const { t } = vscode.l10n;
  if (file === undefined) return;
  if (store === undefined) {
    const refusal = t('Its account has been removed. Add the account again to send it.');
    await app.reviews.kept.keep({ ...unsent(app, file, text), position: filePosition(file), refusal });
    void vscode.window.showWarningMessage(t('Your comment is kept here, but not saved on the server. {0}', refusal));
    return;
  }
  if (text.trim() === '') {
    void vscode.window.showInformationMessage(t('Write something first.'));
    return;
  }
  // a box keeps its text until the command has ended: pressed twice, it must not send twice
  if (sendingFrom.get(thread) === text) return;
  sendingFrom.set(thread, text);
  try {
    await sendFromBox(app, store, { thread, text, file, manner });
  } finally {
    sendingFrom.delete(thread);
  }
};

const sendingFrom = new WeakMap<vscode.CommentThread, string>();

/** Keeps the text before anything is asked for: VS Code empties the box whatever becomes of it. */
const sendFromBox = async (
  app: App,
  store: ReviewDrafts,
  { thread, text, file, manner }: vscode.CommentReply & { readonly file: ReviewFile; readonly manner: Manner },
): Promise<void> => {
  const { t } = vscode.l10n;
  const { kept: texts, threads, typed } = app.reviews;
  const plan = threads.planOf(thread);
  const before = typed.textIn(file, text);
  const whole: KeptDraft = {
    ...unsent(app, store.place, text),
    isPublic: manner.isPublic,
    resolves: manner.resolves,
    discussionId: plan?.discussion?.id,
    position: plan?.discussion === undefined ? filePosition(file) : undefined,
    // a box that a reload has brought back may hold what was sent before it
    ...(before?.maybeSent === true ? { maybeSent: true, sent: before.sent } : {}),
  };
  await texts.keepTyped(whole);
  await typed.taken(file, text);
  // the box makes way for the comment, which says how it is doing
  if (plan === undefined) threads.end(thread);
  const place = plan?.discussion === undefined ? await positionOf(app, file, thread) : { position: undefined };
  if ('refusal' in place) {
    texts.boxClosed(whole);
    await texts.keep({ ...whole, refusal: place.refusal });
    void vscode.window.showWarningMessage(
      t('Your comment is kept here, but not saved on the server. {0}', place.refusal),
    );
    return;
  }
  const sending = sendAndSay(app, store, { ...whole, position: place.position });
  texts.boxClosed(whole);
  await sending;
};

/** Whether a command was called from the box of a thread. */
export const isReply = (argument: unknown): argument is vscode.CommentReply =>
  typeof argument === 'object' && argument !== null && 'thread' in argument && 'text' in argument;

/** A text of the user's as it is kept before anything is known of it. */
export const unsent = (app: App, place: Omit<ReviewPlace, 'client'>, text: string): KeptDraft => ({
  ...blankText(place),
  key: app.reviews.kept.newKey(place),
  text,
});

/** The position of a thread the user has begun, or why there is none. */
const positionOf = async (
  app: App,
  file: ReviewFile,
  { range }: vscode.CommentThread,
): Promise<{ readonly position: GivenPosition } | { readonly refusal: string }> => {
  const { t } = vscode.l10n;
  if (range === undefined) return { position: filePosition(file) };
  try {
    const change = await app.reviews.threads.changeOf(file);
    const span = { side: file.side, first: range.start.line + 1, last: range.end.line + 1 };
    if (change === undefined) {
      return { refusal: t('!{0} has changed since this file was opened. Open its newest changes.', file.iid) };
    }
    const position = linePosition(file, change.diff, span);
    return position
      ? { position }
      : { refusal: t('These lines are not in the diff. Send again comments on the file as a whole.') };
  } catch (error) {
    app.log.error('The lines of a comment could not be read.', error);
    return { refusal: t('Its lines could not be looked up. {0}', explain(error)) };
  }
};

/** Sends a kept text; what the server did not take is said where no thread shows it. */
export const sendAndSay = async (app: App, store: ReviewDrafts, kept: KeptDraft): Promise<boolean> => {
  const { accounts, clients, log, reviews } = app;
  const isDone = await sendKept({ accounts, clients, log, kept: reviews.kept }, store, kept);
  if (isDone) return true;
  const { t } = vscode.l10n;
  const refusal = reviews.kept.get(kept.key)?.refusal;
  if (refusal === undefined) return false;
  const [again, copy] = [t('Send Again'), t('Copy Text')];
  void vscode.window
    .showWarningMessage(t('Your comment is kept here, but not saved on the server. {0}', refusal), again, copy)
    .then(async (answer) => {
      if (answer === copy) await vscode.env.clipboard.writeText(kept.text);
      const still = answer === again ? reviews.kept.get(kept.key) : undefined;
      if (still) await sendAndSay(app, store, still);
    });
  return false;
};

/** Opens the box for a comment on the selected lines of the active diff editor; says why not, and answers false. */
export const commentHere = async (app: App): Promise<boolean> => {
  const { t } = vscode.l10n;
  const editor = vscode.window.activeTextEditor;
  const file = editor && readReviewFile(editor.document.uri);
  if (editor === undefined || file === undefined) {
    void vscode.window.showInformationMessage(t('Open a file of a merge request first, and select the lines.'));
    return false;
  }
  if (app.reviews.saysReadOnly(file.account)) return false;
  const change = await app.reviews.threads.changeOf(file);
  const { start, end } = editor.selection;
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  const span = { side: file.side, first: start.line + 1, last };
  if (change === undefined || linePosition(file, change.diff, span) === undefined) {
    const words =
      change?.withoutText === 'tooLarge' || change?.withoutText === 'collapsed'
        ? t('The server has no diff of this file, because it is too large. Comment on the file as a whole.')
        : t('These lines are not in the diff: GitLab takes comments on changed lines and those around them.');
    const whole = t('Comment on the File');
    const answer = await vscode.window.showInformationMessage(words, whole);
    if (answer === whole) await commentOnFile(app, undefined);
    return false;
  }
  app.reviews.typed.expectAt(editor.document.uri, span);
  const range = new vscode.Range(span.first - 1, 0, span.last - 1, 0);
  if (app.reviews.threads.beginBeside(editor.document.uri, range) === undefined) {
    await vscode.commands.executeCommand('workbench.action.addComment');
  }
  return true;
};

/** Whether a command was called on a thread. */
export const isThread = (argument: unknown): argument is vscode.CommentThread =>
  typeof argument === 'object' && argument !== null && 'comments' in argument && 'uri' in argument;

/** A draft or an unsent text of the user's own. */
export interface OwnText {
  readonly store: ReviewDrafts;
  readonly draft?: DraftNote;
  readonly kept?: KeptDraft;
}

/** The draft or unsent text a command was called on: a comment in an editor or a row of the view. */
export const ownText = (app: App, argument: unknown): OwnText | undefined => {
  if (typeof argument !== 'object' || argument === null) return undefined;
  if ('subject' in argument) {
    const { subject } = argument as ReviewComment;
    const thread = app.reviews.threads.threadOf(argument as ReviewComment);
    const file = thread && readReviewFile(thread.uri);
    const store = file && app.reviews.threads.storeOf(file);
    if (store === undefined || subject.kind === 'note') return undefined;
    return subject.kind === 'draft' ? { store, draft: subject.draft } : { store, kept: subject.kept };
  }
  if ('store' in argument) return argument as OwnText;
  if (!('parent' in argument)) return undefined;
  const row = argument as { parent: Parameters<typeof placeOfReview>[0]; draft?: DraftNote; kept?: KeptDraft };
  const store = app.reviews.stores.of(placeOfReview(row.parent));
  if (row.draft) return { store, draft: row.draft };
  return row.kept ? { store, kept: row.kept } : undefined;
};
