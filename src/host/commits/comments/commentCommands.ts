import * as vscode from '../../vscode.ts';
import type { TextPlace } from '../../../messages/conversation.ts';
import type { SideLine } from '../../../model/commits/commitConversationLines.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { CommitsArea } from '../area.ts';
import type { CommandTable } from '../../kit/commands.ts';
import { editedText, isReply } from '../../kit/pages/commentBox.ts';
import { projectOf } from '../../kit/requireProject.ts';
import { confirmDiscard } from '../../kit/questions/confirmDiscard.ts';
import { storedHereMessage } from '../../kit/words/lostWrites.ts';
import { commitSubject } from '../chooseCommit.ts';
import { changeDocument, changeOf, nearestPlace, placeOfDocument, textPlaceAt } from './commentSpots.ts';
import { isOwnComment, isUnsavedComment, type OwnComment, type UnsavedComment } from './commentThreads.ts';
import { placeMessage, showSent, wordsOnDone } from '../commitPage/conversationOfPage.ts';
import { type CommentForm, whyReadOnly } from './conversations.ts';
import type { CommitPlace } from '../details.ts';
import { type CommitSubject, givenSubject } from '../subject.ts';
import { unsentComments } from './unsentComments.ts';

/** Commands for comments in diff editors, and the list of unsaved ones. */
export const commentCommands: CommandTable<CommitsArea> = {
  'graft.commits.comment': commentOnCommit,
  'graft.commits.commentOnLine': startComment,
  'graft.commits.sendComment': (area, argument) =>
    isReply(argument) ? sendFromThread(area, argument) : explainWhere(),
  'graft.commits.sendCommentAgain': on(isUnsavedComment, sendAgain),
  'graft.commits.copyCommentText': on(isUnsavedComment, async (_, { kept }) =>
    vscode.env.clipboard.writeText(kept.text),
  ),
  'graft.commits.discardCommentText': on(isUnsavedComment, async ({ commentTexts }, { kept }) => {
    if (await confirmDiscard(kept.text)) await commentTexts.remove(kept);
  }),
  'graft.commits.editComment': on(isOwnComment, async (area, comment) => area.commentThreads.editOwn(comment)),
  'graft.commits.saveComment': on(isOwnComment, save),
  'graft.commits.cancelCommentEdit': on(isOwnComment, async ({ commentThreads, commentTexts: texts }, comment) => {
    commentThreads.endEdit(comment);
    await texts.remove(texts.at(comment.commit, comment.note));
  }),
  'graft.commits.deleteComment': on(isOwnComment, ({ conversations }, { commit, note }) =>
    conversations.deleteNote(commit, note),
  ),
  'graft.commits.refreshConversation': refreshConversation,
  'graft.commits.unsentComments': unsentComments,
};

/** A command on a comment. */
function on<C>(isMeant: (argument: unknown) => argument is C, run: (area: CommitsArea, comment: C) => Thenable<void>) {
  return async (area: CommitsArea, argument: unknown): Promise<void> => {
    if (isMeant(argument)) await run(area, argument);
    else explainWhere();
  };
}

/** Opens the comment field on the page of a commit: of the row, the page or the active diff, or a chosen one. */
async function commentOnCommit(area: CommitsArea, argument: unknown): Promise<void> {
  const inFront = givenSubject(argument) ?? (await subjectOfEditor(area));
  const subject = inFront ?? (await commitSubject(area, argument, vscode.l10n.t('Comment on which commit?')));
  if (!subject) return;
  const readOnly = whyReadOnly(subject.open.account.scopes);
  if (readOnly === undefined) area.commitPages.showText(subject, { kind: 'commit' });
  else void vscode.window.showWarningMessage(readOnly);
}

const subjectOfEditor = async (area: CommitsArea): Promise<CommitSubject | undefined> => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const document = uri && changeDocument(uri);
  const open = document && (await projectOf(area, document));
  return open && { open, sha: document.sha };
};

/** VS Code's own keybinding for this is shared with another command. */
async function startComment(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || changeDocument(document.uri) === undefined) return explainWhere();
  await vscode.commands.executeCommand('workbench.action.addComment');
}

/** For commands that need a comment as their argument. */
const explainWhere = (): void => {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Use this command on a comment in the diff editor of a commit’s file.'),
  );
};

/** Sends a new comment or reply. Saved first: VS Code clears the field when the command starts. */
const sendFromThread = async (area: CommitsArea, { thread, text }: vscode.CommentReply): Promise<void> => {
  if (text.trim() === '') return;
  const meaning = area.commentThreads.planOf(thread);
  if (meaning) {
    const place = placeOfDocument(meaning.document, area);
    if (place) return send(area, place, meaning.where, text);
    throw new Error(vscode.l10n.t('The account this file was opened with has been removed.'));
  }
  const document = changeDocument(thread.uri);
  const place = document && placeOfDocument(document, area);
  if (!document || !place) throw new Error(vscode.l10n.t('The account this file was opened with has been removed.'));
  const at: SideLine = { side: document.side, line: (thread.range?.end.line ?? 0) + 1 };
  const changes = await area.changes.all(place, new AbortController().signal);
  const change = changeOf(document, changes);
  if (!change) throw new Error(vscode.l10n.t('The commit does not change {0}.', document.path));
  const where = textPlaceAt(change, at);
  const { commentTexts: texts } = area;
  // redrawn from the saved text
  await texts.save({ ...texts.at(place, where), text, refusal: vscode.l10n.t('It was not sent.') });
  thread.dispose();
  const chosen = await chooseLine(change, where, at);
  if (chosen === undefined) return;
  await texts.move(place, { from: where, to: chosen, text });
  return send(area, place, chosen, text);
};

/** Saves an edited comment. Its editor is closed first, because VS Code reopens it with each redraw. */
async function save(area: CommitsArea, comment: OwnComment): Promise<void> {
  const { commit, note } = comment;
  const text = editedText(comment);
  if (text === undefined) return;
  area.commentThreads.endEdit(comment);
  // with the text as it was when the editing began
  return send(area, commit, area.commentTexts.at(commit, note).where, text);
}

async function sendAgain(area: CommitsArea, { commit, kept: { where, text } }: UnsavedComment): Promise<void> {
  if (where.kind !== 'line') return send(area, commit, where, text);
  const changes = await area.changes.all(commit, new AbortController().signal);
  const change = changes.find(({ newPath }) => newPath === where.newPath);
  const line = where.newLine ?? where.oldLine;
  if (!change || line === undefined) return send(area, commit, where, text);
  const chosen = await chooseLine(change, where, { side: where.newLine === undefined ? 'old' : 'new', line });
  if (chosen === undefined) return;
  await area.commentTexts.move(commit, { from: where, to: chosen, text });
  return send(area, commit, chosen, text);
}

/**
 * The place for a comment on a line, after a question when the commit doesn't change the line. Undefined when cancelled.
 */
const chooseLine = async (
  change: FileChange,
  where: Extract<TextPlace, { kind: 'line' }>,
  at: SideLine,
): Promise<TextPlace | undefined> => {
  if (where.oldLine === undefined || where.newLine === undefined) return where;
  const { t } = vscode.l10n;
  const nearest = nearestPlace(change, at);
  const here = t('Send Here Anyway');
  const general = t('Send Without a Line');
  const near =
    nearest && t('Send on {0} Instead', placeMessage({ ...nearest, newPath: '', oldPath: '' }).replace(/^, /, ''));
  const answer = await vscode.window.showWarningMessage(
    t('The commit did not change line {0}.', at.line),
    {
      modal: true,
      detail: t('The server may save a comment there without its line. Graft checks afterwards and shows a message.'),
    },
    ...(near === undefined ? [] : [near]),
    general,
    here,
  );
  if (answer === here) return where;
  if (answer === general) return { kind: 'commit' };
  return answer !== undefined && answer === near ? nearest : undefined;
};

/** Sends a comment; shows a message only for results that the thread doesn't show. */
const send = async (
  area: CommitsArea,
  place: CommitPlace,
  where: TextPlace,
  text: string,
  form: CommentForm = 'thread',
): Promise<void> => {
  const outcome = await area.conversations.send(place, where, text, form);
  const { t } = vscode.l10n;
  if (outcome === undefined || outcome.kind === 'left') return;
  if (outcome.kind === 'done') {
    const words = wordsOnDone(outcome.value);
    if (words === undefined) showSent(where);
    else if (outcome.value?.line === 'dropped') void vscode.window.showWarningMessage(words);
    else void vscode.window.showInformationMessage(words);
    return;
  }
  const { refusal } = outcome;
  if (outcome.kind !== 'refused') return void vscode.window.showWarningMessage(storedHereMessage(refusal));
  // some servers refuse a thread but accept a plain comment
  const plain = t('Send as Plain Comment');
  const ways = form === 'thread' && isChangedLine(where) ? [plain] : [];
  const words = t('The comment was not saved: {0} Your text is saved here.', refusal);
  if ((await vscode.window.showErrorMessage(words, ...ways)) === plain) await send(area, place, where, text, 'comment');
};

const isChangedLine = (where: TextPlace): boolean =>
  where.kind === 'line' && (where.oldLine === undefined || where.newLine === undefined);

/** Refreshes the comments of the open commit or file. */
async function refreshConversation(area: CommitsArea): Promise<void> {
  const { t } = vscode.l10n;
  const page = area.commitPages.active;
  const uri = vscode.window.activeTextEditor?.document.uri;
  const document = uri && changeDocument(uri);
  const place = page
    ? { client: page.open.client, account: page.open.account.id, project: page.open.project.id, sha: page.sha }
    : document && placeOfDocument(document, area);
  if (!place) {
    void vscode.window.showInformationMessage(t('Open a commit or one of its files first.'));
    return;
  }
  await area.conversations.read(place, { fresh: true });
}
