import * as vscode from '../../vscode.ts';
import { diffLines, lineOn } from '../../../model/reviews/diffLines.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import { filePosition, linePosition, type LineSpan } from '../../../model/reviews/position.ts';
import type { GivenPosition } from '../../../wire/notes.ts';
import { isCommentBox, isReplyBox } from '../../kit/pages/commentBox.ts';
import type { ReviewComment } from '../threads/comments.ts';
import { blankText, type KeptDraft, type KeptDrafts } from './keptDrafts.ts';
import { readReviewFile, type ReviewFile } from '../files/reviewFiles.ts';
import { reviewController, type ReviewThreads } from '../threads/threads.ts';

interface Lines {
  readonly uri: vscode.Uri;
  readonly span: LineSpan;
}

/** Longest delay before typed text is stored. */
const pauseMs = 100;
/** Longest time for a comment editor to open after its command. */
const expectedForMs = 10_000;

/**
 * Stores text typed into comment editors from the first character. VS Code doesn't name the thread: the line is known only
 * if one of our commands opened the editor, otherwise just the file with the cursor (`isGuess`).
 */
export class TypedDrafts implements vscode.Disposable {
  readonly #extensionId: string;
  readonly #kept: KeptDrafts;
  readonly #threads: ReviewThreads;
  readonly #subscriptions: vscode.Disposable[];
  /** By the comment editor's URI. */
  readonly #boxes = new Map<string, KeptDraft>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  #expected: (Lines & { readonly atMs: number }) | undefined;
  #lastReviewEditor: vscode.TextEditor | undefined;
  #lastBox: string | undefined;
  /** By the comment editor's URI, if known. */
  readonly #lines = new Map<string, Lines>();

  constructor(parts: { readonly extensionId: string; readonly kept: KeptDrafts; readonly threads: ReviewThreads }) {
    this.#extensionId = parts.extensionId.toLowerCase();
    this.#kept = parts.kept;
    this.#threads = parts.threads;
    const remember = (editor: vscode.TextEditor | undefined): void => {
      if (editor && readReviewFile(editor.document.uri)) this.#lastReviewEditor = editor;
    };
    remember(vscode.window.activeTextEditor);
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(remember),
      vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#typed(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
    ];
  }

  /** Sets the lines of the next comment editor to open. */
  expectAt(uri: vscode.Uri, span: LineSpan): void {
    this.#expected = { uri, span, atMs: Date.now() };
  }

  /** Undefined if unknown. */
  linesOf(box: vscode.TextDocument | undefined): Lines | undefined {
    return (box && this.#lines.get(box.uri.toString())) ?? this.#asked() ?? this.#cursor();
  }

  /** The comment editor opened or edited last, if still open. */
  get lastBox(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === this.#lastBox);
  }

  /** Stored text of a merge request's comment editor, by content. */
  textIn(place: Omit<ReviewPlace, 'client'>, text: string): KeptDraft | undefined {
    return [...this.#boxes.values()].find((kept) => isOf(kept, place) && kept.text.trim() === text.trim());
  }

  /** Drops a text that its sender stores from now on. */
  async taken(place: Omit<ReviewPlace, 'client'>, text: string): Promise<void> {
    for (const [box, kept] of this.#boxes) {
      if (isOf(kept, place) && kept.text.trim() === text.trim()) await this.#forget(box, kept);
    }
  }

  /** Ends an edit; the caller saves or discards the text. */
  edited(key: string): void {
    for (const [box, kept] of this.#boxes) {
      if (kept.key !== key) continue;
      this.#stop(box);
      this.#boxes.delete(box);
      this.#kept.boxClosed(kept);
    }
  }

  dispose(): void {
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #forget(box: string, kept: KeptDraft): Promise<void> {
    this.#stop(box);
    this.#boxes.delete(box);
    await this.#kept.forget(kept);
  }

  /** VS Code restores comment editors with their text. */
  #opened(document: vscode.TextDocument): void {
    if (!this.#isReplyBox(document)) return;
    this.#lastBox = document.uri.toString();
    if (document.getText().trim() === '') return;
    const text = document.getText();
    const kept = this.#threads.open.flatMap((place) => this.#kept.of(place)).find((each) => each.text === text);
    if (kept === undefined) return;
    this.#boxes.set(document.uri.toString(), kept);
    this.#kept.boxOpened(kept);
  }

  #typed(document: vscode.TextDocument): void {
    if (!isCommentBox(document)) return;
    const box = document.uri.toString();
    if (this.#isReplyBox(document)) this.#lastBox = box;
    const text = document.getText();
    const before = this.#boxes.get(box) ?? this.#begin(document);
    if (before === undefined) return;
    if (text.trim() === '') {
      void this.#forget(box, before);
      return;
    }
    const kept = { ...before, text };
    this.#boxes.set(box, kept);
    // throttled, not debounced: the window may close in mid-sentence
    if (this.#pauses.has(box)) return;
    this.#pauses.set(
      box,
      setTimeout(() => {
        this.#pauses.delete(box);
        const now = this.#boxes.get(box);
        if (now) void this.#kept.keepTyped(now);
      }, pauseMs),
    );
  }

  #stop(box: string): void {
    clearTimeout(this.#pauses.get(box));
    this.#pauses.delete(box);
  }

  #closed(document: vscode.TextDocument): void {
    const box = document.uri.toString();
    this.#lines.delete(box);
    const kept = this.#boxes.get(box);
    if (kept === undefined) return;
    this.#stop(box);
    this.#boxes.delete(box);
    void this.#kept.keepTyped(kept).then(() => this.#kept.boxClosed(kept));
  }

  #isReplyBox(document: vscode.TextDocument): boolean {
    const { authority } = document.uri;
    // commits have comment editors, too; older VS Code versions don't name the owner
    if (authority !== '' && authority !== reviewController) return false;
    return isReplyBox(document, this.#extensionId);
  }

  #begin(document: vscode.TextDocument): KeptDraft | undefined {
    return this.#isReplyBox(document) ? this.#beginReply(document.uri.toString()) : this.#beginEdit(document.getText());
  }

  /**
   * Matches an editor to the edited comment without one. Among several, by the text that VS Code filled in: the comment's,
   * or the stored one after a redraw.
   */
  #beginEdit(text: string): KeptDraft | undefined {
    const taken = new Set([...this.#boxes.values()].map(({ key }) => key));
    const edits = this.#threads.edited.flatMap(({ comment, thread }) => {
      const edit = this.#editOf(comment as ReviewComment, thread);
      if (edit === undefined || taken.has(edit.key)) return [];
      return [{ edit, texts: [comment.body, this.#kept.get(edit.key)?.text] }];
    });
    const [found, another] = edits.length > 1 ? edits.filter(({ texts }) => texts.includes(text)) : edits;
    return another === undefined ? found?.edit : undefined;
  }

  #editOf({ subject }: ReviewComment, thread: vscode.CommentThread): KeptDraft | undefined {
    const file = readReviewFile(thread.uri);
    if (file === undefined || subject.kind === 'kept') return undefined;
    if (subject.kind === 'note') {
      const discussionId = this.#threads.planOf(thread)?.discussion?.id;
      return this.#kept.ofNote(file, { discussionId, id: subject.note.id, base: subject.note.body });
    }
    const { id: draftId, discussion_id: discussionId } = subject.draft;
    const key = this.#kept.editKey(file, draftId);
    return { ...blankText(file), key, draftId, discussionId: discussionId ?? undefined };
  }

  #beginReply(box: string): KeptDraft | undefined {
    const asked = this.#lines.get(box) ?? this.#asked();
    const at = asked ?? this.#cursor();
    // an expectation is for one editor
    this.#expected = undefined;
    if (asked) this.#lines.set(box, asked);
    const file = at && readReviewFile(at.uri);
    if (at === undefined || file === undefined) return undefined;
    return {
      ...blankText(file),
      key: this.#kept.newKey(file),
      position: asked === undefined ? filePosition(file) : this.#positionOf(file, asked.span),
      commitId: file.commit,
      isGuess: asked === undefined,
    };
  }

  #asked(): Lines | undefined {
    return this.#expected && Date.now() - this.#expected.atMs < expectedForMs ? this.#expected : undefined;
  }

  #cursor(): Lines | undefined {
    const active = vscode.window.activeTextEditor;
    const editor = active && readReviewFile(active.document.uri) ? active : this.#lastReviewEditor;
    const file = editor && readReviewFile(editor.document.uri);
    if (editor === undefined || file === undefined) return undefined;
    const { start, end } = editor.selection;
    return { uri: editor.document.uri, span: { side: file.side, first: start.line + 1, last: end.line + 1 } };
  }

  #positionOf(file: ReviewFile, span: LineSpan): GivenPosition {
    const change = this.#threads.knownChangeOf(file);
    const isIn = change !== undefined && lineOn(diffLines(change.diff), span.side, span.last) !== undefined;
    return (isIn ? linePosition(file, change.diff, span) : undefined) ?? filePosition(file);
  }
}

const isOf = (kept: KeptDraft, place: Omit<ReviewPlace, 'client'>): boolean =>
  kept.draftId === undefined && kept.noteId === undefined && placeKey(kept) === placeKey(place);
