import * as vscode from '../../vscode.ts';
import { textKey } from '../../../messages/conversation.ts';
import { isCommentBox, isReplyBox } from '../../kit/pages/commentBox.ts';
import type { CommentTexts, CommitName } from './commentTexts.ts';
import { commitKey } from '../details.ts';
import type { NoteText } from './ownNotes.ts';

/** A comment being edited in a diff editor. */
interface Edit {
  readonly commit: CommitName;
  readonly where: NoteText;
  /** Initial or last typed text. */
  text: string;
  box: string | undefined;
  pause: NodeJS.Timeout | undefined;
}

/** Longest delay before typed text is stored. */
const pauseMs = 100;

/**
 * Stores text typed into comment editors. VS Code doesn't say which comment an editor belongs to: it is matched by its
 * text, or is the only unmatched one.
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

  begin(commit: CommitName, where: NoteText, text: string): void {
    this.#edits.set(keyOf(commit, where), { commit, where, text, box: undefined, pause: undefined });
  }

  /** From now on the caller stores or removes the text. */
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
    // throttled, not debounced: the window may close in mid-sentence
    edit.pause ??= setTimeout(() => {
      edit.pause = undefined;
      void this.#texts.keepTyped({ ...this.#texts.at(edit.commit, edit.where), text: edit.text, refusal: undefined });
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
