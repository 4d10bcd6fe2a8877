import * as vscode from '../../vscode.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import { filePosition, linePosition, type LineSpan } from '../../../model/reviews/newCommentPosition.ts';
import type { GivenPosition } from '../../../wire/notes.ts';
import { TypedBoxes } from '../../kit/texts/typedBoxes.ts';
import type { ReviewComment } from '../threads/comments.ts';
import { blankText, type UnsentComment, type UnsentComments } from './unsentComments.ts';
import type { ReviewFile } from '../files/reviewFileSystem.ts';
import { reviewController, type ReviewThreads } from '../threads/threads.ts';

interface Lines {
  readonly uri: vscode.Uri;
  /** Undefined for the whole file. */
  readonly span: LineSpan | undefined;
}

/** Longest time for a comment editor to open after its command. */
const expectedForMs = 10_000;

/**
 * Stores text typed into comment editors from the first character. VS Code doesn't name the thread: the line is known only
 * if one of our commands opened the editor, otherwise just the file with the cursor (`isGuess`).
 */
export class CommentBoxes extends TypedBoxes<UnsentComment> {
  readonly #unsent: UnsentComments;
  readonly #threads: ReviewThreads;
  readonly #subscriptions: vscode.Disposable;
  #expected: (Lines & { readonly atMs: number }) | undefined;
  #lastReviewEditor: vscode.TextEditor | undefined;
  #lastBox: string | undefined;
  /** By the comment editor's URI, if known. */
  readonly #lines = new Map<string, Lines>();

  constructor(parts: {
    readonly extensionId: string;
    readonly unsent: UnsentComments;
    readonly threads: ReviewThreads;
  }) {
    super(parts.unsent, { extensionId: parts.extensionId, controller: reviewController });
    this.#unsent = parts.unsent;
    this.#threads = parts.threads;
    const trackEditor = (editor: vscode.TextEditor | undefined): void => {
      if (editor && this.#threads.fileOf(editor.document.uri)) this.#lastReviewEditor = editor;
    };
    trackEditor(vscode.window.activeTextEditor);
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(trackEditor),
      vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (this.isReplyBox(document)) this.#lastBox = document.uri.toString();
      }),
    );
  }

  /** Sets the lines, or the file, of the next comment editor to open. */
  expectAt(uri: vscode.Uri, span: LineSpan | undefined): void {
    this.#expected = { uri, span, atMs: Date.now() };
  }

  /** Undefined if unknown. */
  linesOf(box: vscode.TextDocument | undefined): Lines | undefined {
    return (box && this.#lines.get(box.uri.toString())) ?? this.#expectedLines() ?? this.#cursorLines();
  }

  /** The comment editor opened or edited last, if still open. */
  get lastBox(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === this.#lastBox);
  }

  /** Finds the stored text of a comment editor of a merge request by its content. */
  textIn(place: Omit<ReviewPlace, 'client'>, text: string): UnsentComment | undefined {
    return [...this.boxes.values()].find((unsent) => isOf(unsent, place) && unsent.text.trim() === text.trim());
  }

  /** Stops storing a text whose sender stores it from now on. */
  async taken(place: Omit<ReviewPlace, 'client'>, text: string): Promise<void> {
    for (const [box, unsent] of this.boxes) {
      if (isOf(unsent, place) && unsent.text.trim() === text.trim()) await this.forget(box, unsent);
    }
  }

  override dispose(): void {
    super.dispose();
    this.#subscriptions.dispose();
  }

  protected override closed(box: string): void {
    this.#lines.delete(box);
    super.closed(box);
  }

  /** Reconnects an editor that VS Code restored to its stored text. */
  #opened(document: vscode.TextDocument): void {
    if (!this.isReplyBox(document)) return;
    this.#lastBox = document.uri.toString();
    if (document.getText().trim() === '') return;
    const text = document.getText();
    const stored = this.#threads.open.flatMap((place) => this.#unsent.of(place)).find((each) => each.text === text);
    if (stored === undefined) return;
    this.boxes.set(document.uri.toString(), stored);
    this.#unsent.boxOpened(stored);
  }

  protected override edits(): readonly { readonly edit: UnsentComment; readonly source: string }[] {
    return this.#threads.edited.flatMap(({ comment, thread }) => {
      const shown = comment as ReviewComment;
      const edit = this.#editOf(shown, thread);
      return edit === undefined ? [] : [{ edit, source: shown.source }];
    });
  }

  #editOf({ subject }: ReviewComment, thread: vscode.CommentThread): UnsentComment | undefined {
    const file = this.#threads.fileOf(thread.uri);
    if (file === undefined || subject.kind === 'kept') return undefined;
    if (subject.kind === 'note') {
      const discussionId = this.#threads.planOf(thread)?.discussion?.id;
      return this.#unsent.ofNoteEdit(file, { discussionId, id: subject.note.id, base: subject.note.body });
    }
    return this.#unsent.edit(file, subject.draft.id) ?? this.#unsent.ofDraftEdit(file, subject.draft, '');
  }

  protected override beginReply(document: vscode.TextDocument): UnsentComment | undefined {
    // VS Code also empties boxes of other threads
    if (document.getText().trim() === '') return undefined;
    const box = document.uri.toString();
    const expected = this.#lines.get(box) ?? this.#expectedLines();
    const at = expected ?? this.#cursorLines();
    // an expectation applies to one editor
    this.#expected = undefined;
    if (expected) this.#lines.set(box, expected);
    const file = at && this.#threads.fileOf(at.uri);
    if (at === undefined || file === undefined) return undefined;
    return {
      ...blankText(file),
      key: this.#unsent.newKey(file),
      position: (expected && this.#positionOf(file, expected)) ?? filePosition(file),
      commitId: file.commit,
      isGuess: expected === undefined,
    };
  }

  #expectedLines(): Lines | undefined {
    return this.#expected && Date.now() - this.#expected.atMs < expectedForMs ? this.#expected : undefined;
  }

  #cursorLines(): Lines | undefined {
    const active = vscode.window.activeTextEditor;
    const editor = active && this.#threads.fileOf(active.document.uri) ? active : this.#lastReviewEditor;
    const file = editor && this.#threads.fileOf(editor.document.uri);
    if (editor === undefined || file === undefined) return undefined;
    const { start, end } = editor.selection;
    return { uri: editor.document.uri, span: { side: file.side, first: start.line + 1, last: end.line + 1 } };
  }

  #positionOf(file: ReviewFile, { uri, span }: Lines): GivenPosition | undefined {
    const change = this.#threads.knownChangeOf(file);
    const lines = span && this.#threads.spanOf(uri, span);
    return change && lines && linePosition(file, change.diff, lines);
  }
}

const isOf = (unsent: UnsentComment, place: Omit<ReviewPlace, 'client'>): boolean =>
  unsent.draftId === undefined && unsent.noteId === undefined && placeKey(unsent) === placeKey(place);
