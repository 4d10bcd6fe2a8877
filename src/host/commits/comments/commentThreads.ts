import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import { type TextPlace, textKey } from '../../../messages/conversation.ts';
import { isOwn, type Thread, type ThreadNote } from '../../../model/commits/commitConversation.ts';
import type { Account } from '../../../model/account.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { AccountStore } from '../../shell/accountStore.ts';
import type { Clients } from '../../shell/clients.ts';
import { explain } from '../../kit/words/explain.ts';
import type { Log } from '../../shell/log.ts';
import type { CommitChanges } from '../changes.ts';
import { commentMarkdown } from '../../kit/pages/commentMarkdown.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { type ChangeDocument, changeDocument, changeOf, lineInDocument, placeOfDocument } from './commentSpots.ts';
import type { CommentTexts, CommitName, UnsentComment } from './commentTexts.ts';
import { type CommitConversations, whyReadOnly } from './conversations.ts';
import { noteLabels } from './noteLabels.ts';
import type { CommitPlace } from '../details.ts';
import type { NoteText } from './ownNotes.ts';
import { TypedEdits } from './typedEdits.ts';

export interface CommentThreadDeps {
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly conversations: CommitConversations;
  readonly changes: CommitChanges;
  readonly texts: CommentTexts;
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
}

export class UnsavedComment implements vscode.Comment {
  readonly mode = vscode.CommentMode.Preview;
  readonly contextValue: string;
  readonly label: string;
  readonly body: vscode.MarkdownString;
  readonly author: vscode.CommentAuthorInformation;
  readonly commit: CommitPlace;
  readonly where: TextPlace;
  readonly text: string;

  constructor(commit: CommitPlace, comment: UnsentComment, name: string, isSending: boolean) {
    const { t } = vscode.l10n;
    this.commit = commit;
    this.where = comment.where;
    this.text = comment.text;
    this.contextValue = isSending ? 'sending' : 'unsaved';
    this.label = isSending ? t('Sending…') : t('Unsaved');
    this.body = commentMarkdown(comment.text);
    this.author = { name };
  }
}

/** The user's own comment on the server. */
export interface OwnComment extends vscode.Comment {
  readonly commit: CommitPlace;
  readonly note: NoteText;
}

export interface ShownThread {
  readonly document: ChangeDocument;
  /** Place for replies. */
  readonly where: TextPlace;
}

interface ShownDocument {
  readonly uri: vscode.Uri;
  readonly document: ChangeDocument;
  readonly abort: AbortController;
  /** By {@link textKey}; `drawnFrom` is the serialized input, so that unchanged threads aren't redrawn. */
  readonly threads: Map<string, { readonly thread: vscode.CommentThread; drawnFrom: string }>;
  change: FileChange | undefined;
  failed: boolean;
}

/** Controller id, used by menus. */
export const commentController = 'graft.commits';

/**
 * Comment threads in the diff editors of commits: loaded for visible documents, once per commit, and removed when the
 * document closes.
 */
export class CommentThreads implements vscode.Disposable {
  readonly #parts: CommentThreadDeps;
  readonly #shown = new Map<string, ShownDocument>();
  readonly #meaning = new WeakMap<vscode.CommentThread, ShownThread>();
  readonly #listening: vscode.Disposable;
  readonly #typed: TypedEdits;
  #controller: vscode.CommentController | undefined;

  constructor(parts: CommentThreadDeps) {
    this.#parts = parts;
    this.#typed = new TypedEdits(parts.texts, parts.context.extension.id);
    this.#listening = vscode.Disposable.from(
      this.#typed,
      vscode.window.onDidChangeVisibleTextEditors((editors) => this.#follow(editors)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#drop(uri)),
      parts.conversations.onDidChange((commit) => this.drawAgain(commit)),
      parts.texts.onDidChange((commit) => this.#drawAll(commit)),
    );
    this.#follow(vscode.window.visibleTextEditors);
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { uri } of [...this.#shown.values()]) this.#drop(uri);
    this.#controller?.dispose();
  }

  /** Undefined for a thread the user has just started. */
  meaningOf(thread: vscode.CommentThread): ShownThread | undefined {
    return this.#meaning.get(thread);
  }

  /** For tests. */
  threadsIn(uri: vscode.Uri): readonly vscode.CommentThread[] {
    return [...(this.#shown.get(uri.toString())?.threads.values() ?? [])].map(({ thread }) => thread);
  }

  /** Redraws the threads of a commit, and reads them where that failed. */
  drawAgain(commit: CommitName): void {
    for (const shown of this.#shown.values()) if (shown.failed && isOf(shown.document, commit)) void this.#load(shown);
    this.#drawAll(commit);
  }

  #drawAll(commit: CommitName): void {
    for (const shown of this.#shown.values()) if (isOf(shown.document, commit)) this.#draw(shown);
  }

  /** Opens a comment for editing, with the unsaved text if there is one. */
  edit({ commit, note }: OwnComment): void {
    const kept = this.#parts.texts.at(commit, note);
    const where = kept.where.kind === 'note' ? kept.where : note;
    const text = kept.text || note.base;
    this.#typed.begin(commit, where, text);
    this.#redraw(commit, note, { note: where, body: text, mode: vscode.CommentMode.Editing });
  }

  /** Ends editing: shows the comment as it is on the server now. */
  endEdit({ commit, note }: OwnComment): void {
    this.#typed.end(commit, note);
    this.#redraw(commit, note, { body: commentMarkdown(note.base), mode: vscode.CommentMode.Preview });
    this.drawAgain(commit);
  }

  #redraw(commit: CommitName, { id }: NoteText, change: Partial<OwnComment>): void {
    for (const { document, threads } of this.#shown.values()) {
      if (!isOf(document, commit)) continue;
      for (const drawn of threads.values()) {
        const { thread } = drawn;
        if (!thread.comments.some((each) => isOwnComment(each) && each.note.id === id)) continue;
        drawn.drawnFrom = '';
        thread.comments = thread.comments.map((each) =>
          isOwnComment(each) && each.note.id === id ? { ...each, ...change } : each,
        );
      }
    }
  }

  #follow(editors: readonly vscode.TextEditor[]): void {
    for (const { document } of editors) {
      const known = this.#shown.has(document.uri.toString());
      const change = known ? undefined : changeDocument(document.uri);
      if (change) this.#show(document.uri, change);
    }
  }

  #controllerOf(): vscode.CommentController {
    if (this.#controller) return this.#controller;
    const controller = vscode.comments.createCommentController(commentController, vscode.l10n.t('Comments on commits'));
    controller.options = {
      prompt: vscode.l10n.t('Reply…'),
      placeHolder: vscode.l10n.t('Write a comment in Markdown'),
    };
    controller.commentingRangeProvider = {
      provideCommentingRanges: (document) => {
        const isCommentable = changeDocument(document.uri) !== undefined && document.lineCount > 0;
        return isCommentable ? [new vscode.Range(0, 0, document.lineCount - 1, 0)] : [];
      },
    };
    this.#controller = controller;
    return controller;
  }

  #show(uri: vscode.Uri, document: ChangeDocument): void {
    this.#controllerOf();
    const shown: ShownDocument = {
      uri,
      document,
      abort: new AbortController(),
      threads: new Map(),
      change: undefined,
      failed: false,
    };
    this.#shown.set(uri.toString(), shown);
    void this.#load(shown);
  }

  /** Shows a failure once; a refresh or reopening the document retries. */
  async #load(shown: ShownDocument): Promise<void> {
    const { document } = shown;
    const place = placeOfDocument(document, this.#parts);
    if (!place) return;
    shown.failed = false;
    const { signal } = shown.abort;
    try {
      const [changes] = await Promise.all([
        this.#parts.changes.all(place, signal),
        this.#parts.conversations.read(place, { signal }),
      ]);
      if (signal.aborted) return;
      shown.change = changeOf(document, changes);
      this.#draw(shown);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      shown.failed = true;
      this.#parts.log.error('The comments on a file of a commit could not be read.', error);
      const message = vscode.l10n.t('The comments on {0} could not be read: {1}', document.path, explain(error));
      void vscode.window.showWarningMessage(message);
    }
  }

  #drop(uri: vscode.Uri): void {
    const shown = this.#shown.get(uri.toString());
    if (!shown) return;
    this.#shown.delete(uri.toString());
    shown.abort.abort();
    for (const { thread } of shown.threads.values()) thread.dispose();
  }

  #draw(shown: ShownDocument): void {
    const { document, change } = shown;
    const place = placeOfDocument(document, this.#parts);
    const conversation = place && this.#parts.conversations.known(place);
    if (!change || !place || !conversation) return;
    const unsent = this.#parts.texts
      .of(place)
      .filter(({ refusal, key }) => refusal !== undefined || this.#parts.texts.isSending(key));
    const wanted = new Set<string>();
    for (const thread of conversation.threads) {
      const line = thread.place?.isInThisDiff === true ? lineInDocument(document, change, thread.place) : undefined;
      if (line === undefined || thread.id === undefined) continue;
      const where: TextPlace = { kind: 'thread', id: thread.id };
      wanted.add(textKey(where));
      const own = unsent.filter((comment) => isIn(comment.where, thread.id));
      this.#put(shown, { where, line, thread, unsent: own, place });
    }
    for (const comment of unsent) {
      if (comment.where.kind !== 'line') continue;
      const line = lineInDocument(document, change, comment.where);
      if (line === undefined) continue;
      wanted.add(textKey(comment.where));
      this.#put(shown, { where: comment.where, line, thread: undefined, unsent: [comment], place });
    }
    for (const [key, { thread }] of shown.threads) {
      if (wanted.has(key)) continue;
      thread.dispose();
      shown.threads.delete(key);
    }
  }

  #put(
    shown: ShownDocument,
    drawing: {
      readonly where: TextPlace;
      readonly line: number;
      readonly thread: Thread | undefined;
      readonly unsent: readonly UnsentComment[];
      readonly place: CommitPlace;
    },
  ): void {
    const { where, line, thread, unsent, place } = drawing;
    const isSending = unsent.some(({ key }) => this.#parts.texts.isSending(key));
    const account = this.#parts.accounts.get(place.account);
    const drawnFrom = JSON.stringify([thread?.notes, unsent, isSending]);
    const known = shown.threads.get(textKey(where));
    // redrawing a thread discards text typed into it
    if (known?.drawnFrom === drawnFrom || known?.thread.comments.some(isEdited)) return;
    const comments = [
      ...(thread?.notes ?? []).map((note) =>
        account && thread
          ? savedComment(note, ownNote(note, thread, account), place)
          : savedComment(note, undefined, place),
      ),
      ...unsent.map((comment) => new UnsavedComment(place, comment, account?.name ?? '', isSending)),
    ];
    const range = new vscode.Range(line - 1, 0, line - 1, 0);
    const made = known?.thread ?? this.#controllerOf().createCommentThread(shown.uri, range, comments);
    made.comments = comments;
    made.canReply = thread?.canReply === true && unsent.length === 0;
    made.label = labelOf(thread, unsent, isSending);
    made.contextValue = thread === undefined ? 'unsaved' : 'thread';
    made.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.#meaning.set(made, { document: shown.document, where });
    shown.threads.set(textKey(where), { thread: made, drawnFrom });
  }
}

export const isOwnComment = (comment: unknown): comment is OwnComment =>
  typeof comment === 'object' && comment !== null && 'note' in comment && 'commit' in comment;

const isEdited = ({ mode }: vscode.Comment): boolean => mode === vscode.CommentMode.Editing;

const isOf = (document: ChangeDocument, { account, project, sha }: CommitName): boolean =>
  account === document.account && project === document.project && sha === document.sha;

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
