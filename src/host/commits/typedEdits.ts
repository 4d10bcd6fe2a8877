import * as vscode from '../vscode.ts';
import { textKey } from '../../messages/conversation.ts';
import { isCommentBox, isReplyBox } from '../kit/commentBox.ts';
import type { CommentTexts, CommitName } from './commentTexts.ts';
import { commitKey } from './details.ts';
import type { NoteText } from './ownNotes.ts';

/** A comment that is being edited in its thread. */
interface Edit {
  readonly commit: CommitName;
  readonly where: NoteText;
  /** As it was, and as it was typed last. */
  text: string;
  box: string | undefined;
  pause: NodeJS.Timeout | undefined;
}

/** How long what was typed may wait to be kept. */
const pauseMs = 100;

/**
 * Keeps what is typed into comments that are being edited in diff editors. VS Code does not say which comment a box
 * belongs to: it is the one whose text stands in it, or the only one that has no box yet.
 */
export class TypedEdits implements vscode.Disposable {
  readonly #texts: CommentTexts;
  readonly #extensionId: string;
  readonly #edits = new Map<string, Edit>();
  readonly #listening: vscode.Disposable;

  constructor(texts: CommentTexts, extensionId: string) {
    this.#texts = texts;
    this.#extensionId = extensionId.toLowerCase();
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => this.#find(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#typed(document)),
    );
  }

  /** Editing of a comment begins with that text. */
  begin(commit: CommitName, where: NoteText, text: string): void {
    this.#edits.set(keyOf(commit, where), { commit, where, text, box: undefined, pause: undefined });
  }

  /** Editing has ended: what saves the text or throws it away keeps or forgets it from now on. */
  end(commit: CommitName, where: NoteText): void {
    clearTimeout(this.#edits.get(keyOf(commit, where))?.pause);
    this.#edits.delete(keyOf(commit, where));
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { pause } of this.#edits.values()) clearTimeout(pause);
  }

  #typed(document: vscode.TextDocument): void {
    const edit = this.#find(document);
    if (edit === undefined || edit.text === document.getText()) return;
    edit.text = document.getText();
    // kept while typing goes on: a window may end in the middle of a sentence
    edit.pause ??= setTimeout(() => {
      edit.pause = undefined;
      void this.#texts.keep(edit.commit, edit.where, edit.text);
    }, pauseMs);
  }

  #find(document: vscode.TextDocument): Edit | undefined {
    if (!isCommentBox(document) || isReplyBox(document, this.#extensionId)) return undefined;
    const box = document.uri.toString();
    const edits = [...this.#edits.values()];
    const known = edits.find((edit) => edit.box === box);
    if (known) return known;
    const free = edits.filter((edit) => edit.box === undefined);
    const found = free.find(({ text }) => text === document.getText()) ?? (free.length === 1 ? free[0] : undefined);
    if (found) found.box = box;
    return found;
  }
}

const keyOf = (commit: CommitName, where: NoteText): string => `${commitKey(commit)} ${textKey(where)}`;
