import * as vscode from 'vscode';
import type { TextPlace } from '../../messages/conversation.ts';
import type { SideLine } from '../../model/commitConversationLines.ts';
import type { FileChange } from '../../model/fileChange.ts';
import type { App } from '../app.ts';
import type { CommandTable } from '../command.ts';
import { mayDiscard } from '../mayDiscard.ts';
import { changeDocument, changeOf, nearestPlace, placeOfDocument, textPlaceAt } from './commentSpots.ts';
import { UnsavedComment } from './commentThreads.ts';
import { placeWords, wordsOnDone } from './conversationOfPage.ts';
import type { CommitPlace } from './details.ts';
import { unsentComments } from './unsentComments.ts';

/** The commands on comments of commits: in the threads of diff editors, and the list of what was not sent. */
export const commentCommands: CommandTable = {
  'graft.comments.begin': begin,
  'graft.comments.send': (app, argument) => (isReply(argument) ? sendFromThread(app, argument) : sayWhere()),
  'graft.comments.sendAgain': (app, argument) =>
    argument instanceof UnsavedComment ? sendAgain(app, argument) : sayWhere(),
  'graft.comments.copyText': async (_, argument) => {
    if (!(argument instanceof UnsavedComment)) return sayWhere();
    await vscode.env.clipboard.writeText(argument.text);
  },
  'graft.comments.discardText': async (app, argument) => {
    if (!(argument instanceof UnsavedComment)) return sayWhere();
    if (!(await mayDiscard(argument.text))) return;
    await app.commentTexts.forget(argument.commit, argument.where);
    app.commentThreads.drawAgain(argument.commit);
  },
  'graft.commits.refreshConversation': refreshConversation,
  'graft.commits.unsentComments': unsentComments,
};

/** Opens the box for a comment at the cursor; VS Code's own key for that belongs to another command too. */
async function begin(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || changeDocument(document.uri) === undefined) return sayWhere();
  await vscode.commands.executeCommand('workbench.action.addComment');
}

/** These commands stand at a comment; from elsewhere there is none. */
const sayWhere = (): void => {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Use this at a comment in the diff editor of a commit’s file.'),
  );
};

const isReply = (argument: unknown): argument is vscode.CommentReply =>
  typeof argument === 'object' && argument !== null && 'thread' in argument && 'text' in argument;

/** Sends what was typed into a thread of a diff editor. The editor has forgotten it by then: it is kept first. */
const sendFromThread = async (app: App, { thread, text }: vscode.CommentReply): Promise<void> => {
  if (text.trim() === '') return;
  const meaning = app.commentThreads.meaningOf(thread);
  if (meaning) {
    const place = placeOfDocument(meaning.document, app);
    if (place) return send(app, place, meaning.where, text);
    throw new Error(vscode.l10n.t('The account this file was opened with has been removed.'));
  }
  const document = changeDocument(thread.uri);
  const place = document && placeOfDocument(document, app);
  if (!document || !place) throw new Error(vscode.l10n.t('The account this file was opened with has been removed.'));
  const at: SideLine = { side: document.side, line: (thread.range?.end.line ?? 0) + 1 };
  const changes = await app.changes.all(place, new AbortController().signal);
  const change = changeOf(document, changes);
  if (!change) throw new Error(vscode.l10n.t('The commit does not change {0}.', document.path));
  const where = textPlaceAt(change, at);
  const notYet = vscode.l10n.t('It was not sent yet.');
  await app.commentTexts.keep(place, where, text, { refusal: notYet });
  // from here on the text is shown from where it is kept
  thread.dispose();
  app.commentThreads.drawAgain(place);
  const chosen = await chooseLine(change, where, at);
  if (chosen === undefined) return;
  await moveText(app, place, { from: where, to: chosen, text });
  return send(app, place, chosen, text);
};

const sendAgain = async (app: App, { commit, where, text }: UnsavedComment): Promise<void> => {
  if (where.kind !== 'line') return send(app, commit, where, text);
  const changes = await app.changes.all(commit, new AbortController().signal);
  const change = changes.find(({ newPath }) => newPath === where.newPath);
  const line = where.newLine ?? where.oldLine;
  if (!change || line === undefined) return send(app, commit, where, text);
  const chosen = await chooseLine(change, where, { side: where.newLine === undefined ? 'old' : 'new', line });
  if (chosen === undefined) return;
  await moveText(app, commit, { from: where, to: chosen, text });
  return send(app, commit, chosen, text);
};

const moveText = async (
  app: App,
  place: CommitPlace,
  { from, to, text }: { readonly from: TextPlace; readonly to: TextPlace; readonly text: string },
): Promise<void> => {
  if (from === to) return;
  const { sent } = app.commentTexts.get(place, from) ?? {};
  await app.commentTexts.keep(place, to, text, { sent });
  await app.commentTexts.forget(place, from);
};

/** Where to send a comment on a line; asks when the commit left the line alone. Undefined when it is not to be sent. */
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
    nearest && t('Send on {0} Instead', placeWords({ ...nearest, newPath: '', oldPath: '' }).replace(/^, /, ''));
  const answer = await vscode.window.showWarningMessage(
    t('The commit did not change line {0}.', at.line),
    {
      modal: true,
      detail: t(
        'The server may drop the place of a comment there and keep the text alone. Graft looks afterwards and says so.',
      ),
    },
    ...(near === undefined ? [] : [near]),
    general,
    here,
  );
  if (answer === here) return where;
  if (answer === general) return { kind: 'commit' };
  return answer !== undefined && answer === near ? nearest : undefined;
};

/** Sends a comment and says what became of it where that cannot be seen in the thread. */
const send = async (app: App, place: CommitPlace, where: TextPlace, text: string): Promise<void> => {
  const sending = app.conversations.send(place, where, text);
  app.commentThreads.drawAgain(place);
  const outcome = await sending;
  app.commentThreads.drawAgain(place);
  const { t } = vscode.l10n;
  switch (outcome.kind) {
    case 'done': {
      const words = wordsOnDone(outcome.line);
      if (words !== undefined) void vscode.window.showWarningMessage(words);
      else if (where.kind === 'commit') vscode.window.setStatusBarMessage(t('$(check) Commented on the commit'), 4_000);
      return;
    }
    case 'refused':
      void vscode.window.showErrorMessage(t('The comment was not saved: {0} The text is kept.', outcome.message));
      return;
    case 'lost':
      return onLost(app, place, where, text, outcome);
  }
};

const onLost = async (
  app: App,
  place: CommitPlace,
  where: TextPlace,
  text: string,
  { message, unclear }: { readonly message: string; readonly unclear: boolean },
): Promise<void> => {
  const { t } = vscode.l10n;
  const look = t('Look Again');
  const words = unclear
    ? t(
        'It is not known whether the server has the comment. {0} Look before you send it again; the text is kept.',
        message,
      )
    : t('The server does not have the comment so far. {0} The text is kept.', message);
  if ((await vscode.window.showWarningMessage(words, look)) !== look) return;
  const outcome = await app.conversations.look(place, where, text);
  app.commentThreads.drawAgain(place);
  if (outcome.kind === 'lost') return onLost(app, place, where, text, outcome);
  if (outcome.kind === 'done') void vscode.window.showInformationMessage(t('The server has the comment.'));
};

/** Reads the conversation again of the commit whose page or file is open. */
async function refreshConversation(app: App): Promise<void> {
  const { t } = vscode.l10n;
  const page = app.commitPages.active;
  const uri = vscode.window.activeTextEditor?.document.uri;
  const document = uri && changeDocument(uri);
  const place = page
    ? { client: page.open.client, account: page.open.account.id, project: page.open.project.id, sha: page.sha }
    : document && placeOfDocument(document, app);
  if (!place) {
    void vscode.window.showInformationMessage(t('Open a commit or one of its files first.'));
    return;
  }
  await app.conversations.read(place, { fresh: true });
}
