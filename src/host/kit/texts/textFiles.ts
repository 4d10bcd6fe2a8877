import type * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { RecentlyUsed } from '../../../client/recentlyUsed.ts';
import { shaped, storedMap, type StoredMap } from '../../shell/storedValue.ts';
import { closeEditor } from '../pages/closeEditor.ts';
import { FlatFiles } from '../pages/flatFileSystem.ts';

type Written<Field extends string> = { readonly changedAtMs: number } & { readonly [Name in Field]: string };

/** Texts as documents, stored in the workspace until sent or discarded. VS Code backs up what is not saved yet. */
export abstract class TextFiles<Field extends string, T extends Written<Field>> extends FlatFiles {
  readonly #stored: StoredMap<T>;
  readonly #field: Field;
  /** Sent or discarded: auto save may still write to them while their editor closes. */
  readonly #gone = new RecentlyUsed<T>(100);
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  override readonly onDidChangeFile = this.#changed.event;

  /** `field` is that of the document's text. */
  constructor(memento: vscode.Memento, prefix: string, shape: v.GenericSchema<unknown, T>, field: Field) {
    super();
    this.#stored = storedMap(memento, prefix, shaped(shape));
    this.#field = field;
  }

  /** Key in the storage. */
  protected abstract nameOf(uri: vscode.Uri): string;

  /** Undefined once sent or discarded. */
  at(uri: vscode.Uri): T | undefined {
    return this.#stored.of(this.nameOf(uri)).get();
  }

  /** Shows another text in open editors, too. */
  protected async put(uri: vscode.Uri, value: Omit<T, 'changedAtMs'> & Pick<T, Field>): Promise<void> {
    const before = this.at(uri);
    const isOther = before?.[this.#field] !== value[this.#field];
    await this.store(uri, { ...value, changedAtMs: isOther ? Date.now() : before.changedAtMs } as unknown as T);
    if (isOther) this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  protected store(uri: vscode.Uri, value: T): Promise<void> {
    return this.#stored.of(this.nameOf(uri)).put(value);
  }

  /** Closes the editor, focused or not, and deletes the text. */
  async close(uri: vscode.Uri): Promise<void> {
    await closeEditor(uri);
    const before = this.at(uri);
    if (before) this.#gone.set(uri.toString(), before);
    await this.#stored.of(this.nameOf(uri)).put(undefined);
    this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }

  override stat(uri: vscode.Uri): vscode.FileStat {
    const { changedAtMs: mtime, [this.#field]: text } = this.#require(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text) };
  }

  override readFile(uri: vscode.Uri): Uint8Array {
    return Buffer.from(this.#require(uri)[this.#field]);
  }

  override async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const text = Buffer.from(content).toString('utf8');
    const written = { ...this.#require(uri), [this.#field]: text, changedAtMs: Date.now() };
    if (this.at(uri)) await this.store(uri, written);
    else this.#gone.set(uri.toString(), written);
  }

  #require(uri: vscode.Uri): T {
    const found = this.at(uri) ?? this.#gone.get(uri.toString());
    if (found === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return found;
  }
}
