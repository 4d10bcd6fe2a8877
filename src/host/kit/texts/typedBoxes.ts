import * as vscode from '../../vscode.ts';
import { isCommentBox, isReplyBox } from '../pages/commentBox.ts';
import type { UnsentText, UnsentTexts } from './unsentTexts.ts';

/** Longest delay before typed text is stored. */
const pauseMs = 100;

/**
 * Stores text typed into comment editors. VS Code doesn't say which comment an editor belongs to: that of an edited one is
 * matched by the text that VS Code filled in, or is the only unmatched one.
 */
export abstract class TypedBoxes<T extends UnsentText> implements vscode.Disposable {
  /** By the comment editor's URI. */
  protected readonly boxes = new Map<string, T>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  readonly #listening: vscode.Disposable;
  readonly #extensionId: string;
  readonly #controller: string;
  readonly #texts: Pick<UnsentTexts<T, never>, 'get' | 'saveTyped' | 'boxClosed' | 'remove'>;

  constructor(
    texts: Pick<UnsentTexts<T, never>, 'get' | 'saveTyped' | 'boxClosed' | 'remove'>,
    owner: { readonly extensionId: string; readonly controller: string },
  ) {
    this.#texts = texts;
    this.#extensionId = owner.extensionId.toLowerCase();
    this.#controller = owner.controller;
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#typed(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.closed(uri.toString())),
    );
  }

  dispose(): void {
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    this.#listening.dispose();
  }

  /** Ends an edit; the caller saves or discards the text. */
  edited(key: string): void {
    for (const [box, text] of this.boxes) {
      if (text.key !== key) continue;
      this.#stop(box);
      this.boxes.delete(box);
      this.#texts.boxClosed(text);
    }
  }

  /** Stored or blank texts of the comments being edited, with their text before. */
  protected abstract edits(): readonly { readonly edit: T; readonly source: string }[];
  /** Text of a new comment or reply; undefined if it isn't stored. */
  protected beginReply(_document: vscode.TextDocument): T | undefined {
    return undefined;
  }

  protected isReplyBox(document: vscode.TextDocument): boolean {
    const { authority } = document.uri;
    // older VS Code versions don't name the owner
    if (authority !== '' && authority !== this.#controller) return false;
    return isReplyBox(document, this.#extensionId);
  }

  protected async forget(box: string, text: T): Promise<void> {
    this.#stop(box);
    this.boxes.delete(box);
    await this.#texts.remove(text);
  }

  protected closed(box: string): void {
    const text = this.boxes.get(box);
    if (text === undefined) return;
    const isStored = !this.#stop(box);
    this.boxes.delete(box);
    void (isStored ? Promise.resolve() : this.#texts.saveTyped(text)).then(() => this.#texts.boxClosed(text));
  }

  #typed(document: vscode.TextDocument): void {
    if (!isCommentBox(document)) return;
    const box = document.uri.toString();
    const text = document.getText();
    const before = this.boxes.get(box) ?? this.#start(document, text);
    if (before === undefined) return;
    if (text.trim() === '') return void this.forget(box, before);
    this.boxes.set(box, { ...before, text });
    if (before.text === text || this.#pauses.has(box)) return;
    // throttled, not debounced: the window may close in mid-sentence
    const keep = (): void => {
      this.#pauses.delete(box);
      const now = this.boxes.get(box);
      if (now) void this.#texts.saveTyped(now);
    };
    this.#pauses.set(box, setTimeout(keep, pauseMs));
  }

  #start(document: vscode.TextDocument, text: string): T | undefined {
    if (!isReplyBox(document, this.#extensionId)) return this.#beginEdit(text);
    return this.isReplyBox(document) ? this.beginReply(document) : undefined;
  }

  #beginEdit(text: string): T | undefined {
    const taken = new Set([...this.boxes.values()].map(({ key }) => key));
    const edits = this.edits()
      .filter(({ edit }) => !taken.has(edit.key))
      .map(({ edit, source }) => ({ edit: { ...edit, text: edit.text || source }, source }));
    const isMeant = ({ edit, source }: (typeof edits)[number]): boolean => text === edit.text || text === source;
    const [found, another] = edits.length > 1 ? edits.filter(isMeant) : edits;
    return another === undefined ? found?.edit : undefined;
  }

  /** True if something was still to be stored. */
  #stop(box: string): boolean {
    clearTimeout(this.#pauses.get(box));
    return this.#pauses.delete(box);
  }
}
