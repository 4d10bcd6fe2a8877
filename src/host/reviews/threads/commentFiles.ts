import * as vscode from '../../vscode.ts';
import { RecentlyUsed } from '../../../client/recentlyUsed.ts';
import { closeEditor } from '../../kit/pages/closeEditor.ts';
import { FlatFiles } from '../../kit/pages/flatFiles.ts';
import { visible } from '../../visible.ts';
import { fromAddress, type KeptDraft, type KeptDrafts, toAddress } from '../drafts/keptDrafts.ts';

/** Scheme of comments with an editor of their own. */
export const commentScheme = 'graft-comment';

/**
 * Comments without a line as a file system. Their language is auto-saved, so text is stored while typing; it counts as an
 * unsaved comment once its editor is closed.
 */
export class CommentFiles extends FlatFiles implements vscode.Disposable {
  readonly #kept: KeptDrafts;
  readonly #writtenAtMs = new Map<string, number>();
  /** Sent or discarded texts by key: VS Code may still save them while their editor closes. */
  readonly #gone = new RecentlyUsed<string>(100);
  readonly #following: vscode.Disposable;
  #open: readonly KeptDraft[] = [];
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(kept: KeptDrafts) {
    super();
    this.#kept = kept;
    // VS Code loses the language on a window reload
    const speak = (document: vscode.TextDocument): void => {
      if (document.uri.scheme !== commentScheme || document.languageId === commentScheme) return;
      void vscode.languages.setTextDocumentLanguage(document, commentScheme);
    };
    vscode.workspace.textDocuments.forEach(speak);
    this.#following = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(() => this.#follow()),
      vscode.workspace.onDidOpenTextDocument(speak),
    );
    this.#follow();
  }

  /** Comments with an open editor, as first opened. */
  get open(): readonly KeptDraft[] {
    return this.#open;
  }

  /** Opens or focuses the editor of a comment; `title` is the tab's name. */
  async show(kept: KeptDraft, title: string): Promise<void> {
    const { input } = this.#tabOf(kept) ?? {};
    const uri = vscode.Uri.from({
      scheme: commentScheme,
      path: `/${visible(title)}`,
      query: toAddress(kept),
    });
    const document = await vscode.workspace.openTextDocument(input instanceof vscode.TabInputText ? input.uri : uri);
    await vscode.window.showTextDocument(document, { preview: false });
  }

  /** Stored comment of a document; undefined for other documents. */
  get(uri: vscode.Uri): KeptDraft | undefined {
    const opened = uri.scheme === commentScheme ? fromAddress(uri.query) : undefined;
    return opened && (this.#kept.get(opened.key) ?? opened);
  }

  /** Closes the editor of a sent or discarded comment. Text typed since then stays, as another comment. */
  async close(kept: KeptDraft): Promise<void> {
    this.#gone.set(kept.key, kept.text.trim());
    const tab = this.#tabOf(kept);
    if (!(tab?.input instanceof vscode.TabInputText)) return;
    const { uri } = tab.input;
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (document !== undefined && document.getText().trim() !== kept.text.trim()) {
      await this.writeFile(uri, Buffer.from(document.getText()));
      return;
    }
    await closeEditor(uri);
    // auto save may have stored it again
    await this.#kept.forget(kept);
  }

  override stat(uri: vscode.Uri): vscode.FileStat {
    const { key, text } = this.#require(uri);
    const size = Buffer.byteLength(text);
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#writtenAtMs.get(key) ?? 0, size };
  }

  override readFile(uri: vscode.Uri): Uint8Array {
    return Buffer.from(this.#require(uri).text);
  }

  override async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const kept = { ...this.#require(uri), text: Buffer.from(content).toString('utf8') };
    this.#writtenAtMs.set(kept.key, Date.now());
    if (this.#gone.get(kept.key) === kept.text.trim()) return;
    await (this.#tabOf(kept) ? this.#kept.keepTyped(kept) : this.#kept.keep(kept));
  }

  dispose(): void {
    this.#following.dispose();
  }

  #require(uri: vscode.Uri): KeptDraft {
    const kept = this.get(uri);
    if (!kept) throw vscode.FileSystemError.FileNotFound(uri);
    return kept;
  }

  /** A comment with an open editor doesn't count as unsaved. */
  #follow(): void {
    const before = this.#open;
    this.#open = commentTabs().map(({ kept }) => kept);
    const isIn = (list: readonly KeptDraft[], { key }: KeptDraft): boolean => list.some((each) => each.key === key);
    for (const kept of this.#open) if (!isIn(before, kept)) this.#kept.boxOpened(kept);
    for (const kept of before) if (!isIn(this.#open, kept)) this.#kept.boxClosed(kept);
  }

  #tabOf({ key }: KeptDraft): vscode.Tab | undefined {
    return commentTabs().find(({ kept }) => kept.key === key)?.tab;
  }
}

const commentTabs = (): readonly { readonly tab: vscode.Tab; readonly kept: KeptDraft }[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => {
      const { input } = tab;
      if (!(input instanceof vscode.TabInputText) || input.uri.scheme !== commentScheme) return [];
      const kept = fromAddress(input.uri.query);
      return kept ? [{ tab, kept }] : [];
    });
