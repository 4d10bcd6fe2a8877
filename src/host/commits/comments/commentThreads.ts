import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import { type TextPlace, textKey } from '../../../messages/conversation.ts';
import { isOwn, type Thread, type ThreadNote } from '../../../model/commits/commitConversation.ts';
import type { Account } from '../../../model/account.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { Clients } from '../../shell/clients.ts';
import { explain } from '../../kit/words/explain.ts';
import type { Log } from '../../shell/log.ts';
import type { CommitChanges } from '../changes.ts';
import { commentMarkdown } from '../../kit/pages/commentMarkdown.ts';
import { type Sheet, type ThreadPlan, ThreadSheets } from '../../kit/texts/threadSheets.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import {
  type ChangeDocument,
  changeDocument,
  changeOf,
  lineInDocument,
  noteLabels,
  placeOfDocument,
} from './commentSpots.ts';
import type { CommentTexts, CommitName, NoteText, UnsentComment } from './commentTexts.ts';
import { type CommitConversations, whyReadOnly } from './conversations.ts';
import type { CommitPlace } from '../details.ts';
import { TypedBoxes } from '../../kit/texts/typedBoxes.ts';

interface CommentThreadDeps {
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly conversations: CommitConversations;
  readonly changes: CommitChanges;
  readonly texts: CommentTexts;
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
}

/** The user's own comment on the server. */
export interface OwnComment extends vscode.Comment {
  readonly commit: CommitPlace;
  readonly note: NoteText;
}

/** A comment that the server doesn't have. */
export interface UnsavedComment extends vscode.Comment {
  readonly commit: CommitPlace;
  readonly kept: UnsentComment;
}

interface CommitThreadPlan extends ThreadPlan {
  readonly document: ChangeDocument;
  /** Place for replies. */
  readonly where: TextPlace;
}

interface CommitSheet extends Sheet<CommitThreadPlan> {
  readonly document: ChangeDocument;
  readonly abort: AbortController;
  change: FileChange | undefined;
  failed: boolean;
}

/** Controller id, used by menus. */
const commentController = 'graft.commits';

/**
 * Comment threads in the diff editors of commits: loaded for visible documents, once per commit, and removed when the
 * document closes.
 */
export class CommentThreads
  extends ThreadSheets<vscode.Comment, CommitThreadPlan, CommitSheet>
  implements vscode.Disposable
{
  readonly #parts: CommentThreadDeps;
  readonly #listening: vscode.Disposable;
  readonly #typed: TypedEdits;
  #controller: vscode.CommentController | undefined;

  constructor(parts: CommentThreadDeps) {
    super();
    this.#parts = parts;
    this.#typed = new TypedEdits(parts.texts, this, parts.context.extension.id);
    this.#listening = vscode.Disposable.from(
      this.#typed,
      vscode.window.onDidChangeVisibleTextEditors((editors) => this.#follow(editors)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#drop(this.sheets.get(uri.toString()))),
      parts.conversations.onDidChange((commit) => this.drawAgain(commit)),
      parts.texts.onDidChange((commit) => this.#sheetsOf(commit).forEach((sheet) => this.drawSheet(sheet))),
    );
    this.#follow(vscode.window.visibleTextEditors);
  }

  dispose(): void {
    this.#listening.dispose();
    for (const sheet of [...this.sheets.values()]) this.#drop(sheet);
    this.#controller?.dispose();
  }

  /** For tests. */
  threadsIn(uri: vscode.Uri): readonly vscode.CommentThread[] {
    return this.threads.filter((thread) => thread.uri.toString() === uri.toString());
  }

  /** Redraws the threads of a commit, and reads them where that failed. */
  drawAgain(commit: CommitName): void {
    for (const sheet of this.#sheetsOf(commit)) {
      if (sheet.failed) void this.#load(sheet);
      else this.drawSheet(sheet);
    }
  }

  /** Opens a comment for editing, with the unsaved text if there is one. */
  editOwn(comment: OwnComment): void {
    this.edit(comment, this.#parts.texts.at(comment.commit, comment.note).text || comment.note.base);
  }

  /** Ends editing: shows the comment as it is on the server now. */
  endEdit(comment: OwnComment): void {
    this.#typed.edited(this.#parts.texts.at(comment.commit, comment.note).key);
    this.endEditIn(this.#sheetsOf(comment.commit), comment);
  }

  #sheetsOf({ account, project, sha }: CommitName): readonly CommitSheet[] {
    return [...this.sheets.values()].filter(
      ({ document }) => account === document.account && project === document.project && sha === document.sha,
    );
  }

  #follow(editors: readonly vscode.TextEditor[]): void {
    for (const { document } of editors) {
      const known = this.sheets.has(document.uri.toString());
      const change = known ? undefined : changeDocument(document.uri);
      if (change) this.#show(document.uri, change);
    }
  }

  protected override get controller(): vscode.CommentController {
    if (this.#controller) return this.#controller;
    const controller = vscode.comments.createCommentController(commentController, vscode.l10n.t('Comments on commits'));
    controller.options = { prompt: vscode.l10n.t('Reply…'), placeHolder: vscode.l10n.t('Write a comment in Markdown') };
    controller.commentingRangeProvider = {
      provideCommentingRanges: (document) => {
        const isCommentable = changeDocument(document.uri) !== undefined && document.lineCount > 0;
        return isCommentable ? [new vscode.Range(0, 0, document.lineCount - 1, 0)] : [];
      },
    };
    return (this.#controller = controller);
  }

  #show(uri: vscode.Uri, document: ChangeDocument): void {
    // so that lines can be commented on
    void this.controller;
    const abort = new AbortController();
    const sheet: CommitSheet = { uri, document, abort, threads: new Map(), change: undefined, failed: false };
    this.sheets.set(uri.toString(), sheet);
    void this.#load(sheet);
  }

  /** Shows a failure once; a refresh or reopening the document retries. */
  async #load(sheet: CommitSheet): Promise<void> {
    const { document } = sheet;
    const place = placeOfDocument(document, this.#parts);
    if (!place) return;
    sheet.failed = false;
    const { signal } = sheet.abort;
    try {
      const [changes] = await Promise.all([
        this.#parts.changes.all(place, signal),
        this.#parts.conversations.read(place, { signal }),
      ]);
      if (signal.aborted) return;
      sheet.change = changeOf(document, changes);
      this.drawSheet(sheet);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      sheet.failed = true;
      this.#parts.log.error('The comments on a file of a commit could not be read.', error);
      const message = vscode.l10n.t('The comments on {0} could not be read: {1}', document.path, explain(error));
      void vscode.window.showWarningMessage(message);
    }
  }

  #drop(sheet: CommitSheet | undefined): void {
    if (!sheet) return;
    sheet.abort.abort();
    this.dropSheet(sheet);
  }

  protected override subjectOf(comment: vscode.Comment): string | undefined {
    return isOwnComment(comment) ? `note ${comment.note.id}` : undefined;
  }

  protected override plansOf({ document, change }: CommitSheet): readonly CommitThreadPlan[] | undefined {
    const place = placeOfDocument(document, this.#parts);
    const conversation = place && this.#parts.conversations.known(place);
    if (!change || !place || !conversation) return undefined;
    const { texts, accounts } = this.#parts;
    const account = accounts.get(place.account);
    const unsent = texts.of(place).filter(({ refusal, key }) => refusal !== undefined || texts.isSending(key));
    const planOf = (
      where: TextPlace,
      line: number,
      own: readonly UnsentComment[],
      thread?: Thread,
    ): CommitThreadPlan => {
      const isSending = own.some(({ key }) => texts.isSending(key));
      const comments = [
        ...(thread?.notes ?? []).map((note) =>
          savedComment(note, account && thread && ownNote(note, thread, account), place),
        ),
        ...own.map((stored) => unsavedComment(place, stored, account?.name ?? '', texts.isSending(stored.key))),
      ];
      return {
        key: textKey(where),
        document,
        where,
        range: new vscode.Range(line - 1, 0, line - 1, 0),
        comments,
        canReply: thread?.canReply === true && own.length === 0,
        label: labelOf(thread, own, isSending),
        contextValue: thread === undefined ? 'unsaved' : 'thread',
        isFolded: false,
        fingerprint: JSON.stringify([thread?.notes, own, isSending]),
      };
    };
    const onThreads = conversation.threads.flatMap((thread) => {
      const line = thread.place?.isInThisDiff === true ? lineInDocument(document, change, thread.place) : undefined;
      if (line === undefined || thread.id === undefined) return [];
      const own = unsent.filter((comment) => isIn(comment.where, thread.id));
      return planOf({ kind: 'thread', id: thread.id }, line, own, thread);
    });
    const onLines = unsent.flatMap((comment) => {
      const line = comment.where.kind === 'line' ? lineInDocument(document, change, comment.where) : undefined;
      return line === undefined ? [] : planOf(comment.where, line, [comment]);
    });
    return [...onThreads, ...onLines];
  }
}

/** Stores text typed into the editors of comments; VS Code restores new ones itself. */
class TypedEdits extends TypedBoxes<UnsentComment> {
  readonly #texts: CommentTexts;
  readonly #threads: CommentThreads;

  constructor(texts: CommentTexts, threads: CommentThreads, extensionId: string) {
    super(texts, { extensionId, controller: commentController });
    this.#texts = texts;
    this.#threads = threads;
  }

  protected override edits() {
    return this.#threads.edited.flatMap(({ comment }) => {
      if (!isOwnComment(comment)) return [];
      const { commit, note } = comment;
      return { edit: { ...this.#texts.at(commit, note), refusal: undefined }, source: note.base };
    });
  }
}

export const isOwnComment = (comment: unknown): comment is OwnComment =>
  typeof comment === 'object' && comment !== null && 'note' in comment && 'commit' in comment;

export const isUnsavedComment = (comment: unknown): comment is UnsavedComment =>
  typeof comment === 'object' && comment !== null && 'kept' in comment && 'commit' in comment;

const unsavedComment = (
  commit: CommitPlace,
  stored: UnsentComment,
  name: string,
  isSending: boolean,
): UnsavedComment => ({
  mode: vscode.CommentMode.Preview,
  contextValue: isSending ? 'sending' : 'unsaved',
  label: isSending ? vscode.l10n.t('Sending…') : vscode.l10n.t('Unsaved'),
  body: commentMarkdown(stored.text),
  author: { name },
  commit,
  kept: stored,
});

/** True for a reply in the thread and an edit of one of its comments. */
const isIn = (where: TextPlace, thread: string | undefined): boolean =>
  (where.kind === 'thread' && where.id === thread) || (where.kind === 'note' && where.thread === thread);

/** Key of a note that the user may edit; undefined for any other. */
const ownNote = (note: ThreadNote, { id: thread }: Thread, { userId, scopes }: Account): NoteText | undefined =>
  isOwn(note, userId) && note.id !== undefined && thread !== undefined && whyReadOnly(scopes) === undefined
    ? { kind: 'note', thread, id: note.id, base: note.body }
    : undefined;

const savedComment = (note: ThreadNote, own: NoteText | undefined, commit: CommitPlace): vscode.Comment => {
  const { t } = vscode.l10n;
  const labels = [
    ...(note.isSystem ? [t('System')] : []),
    ...(note.isEdited ? [t('Edited')] : []),
    ...noteLabels(note).map(visibleLabel),
  ];
  return {
    mode: vscode.CommentMode.Preview,
    body: commentMarkdown(note.body),
    author: { name: note.author?.name ?? t('Unknown user') },
    contextValue: own ? 'own' : 'saved',
    ...(own ? { note: own, commit } : {}),
    ...(labels.length > 0 ? { label: labels.join(', ') } : {}),
    ...(note.createdAt === undefined ? {} : { timestamp: new Date(note.createdAt) }),
  };
};

const labelOf = (thread: Thread | undefined, unsent: readonly UnsentComment[], isSending: boolean): string => {
  const { t } = vscode.l10n;
  const [first] = unsent;
  if (isSending) return t('Sending…');
  if (first) return t('Unsaved: {0}', first.refusal ?? '');
  if (thread?.canReply === false) return t('Plain comments do not accept replies');
  return thread?.resolution === 'resolved' ? t('Resolved') : t('Comments on the commit');
};
