import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { closeEditor } from '../../kit/pages/closeEditor.ts';
import { FlatFiles } from '../../kit/pages/flatFiles.ts';
import { shaped, storedEach, type StoredEach } from '../../shell/stored.ts';
import { visible } from '../../visible.ts';

/** URI scheme of title and description documents. */
export const formScheme = 'graft-request';

const member = v.object({ id: v.number(), username: v.string(), name: v.string() });

const shape = v.object({
  account: v.string(),
  /** Project id. */
  project: v.number(),
  source: v.string(),
  target: v.string(),
  /** Title, empty line, description. */
  text: v.string(),
  isDraft: v.boolean(),
  labels: v.array(v.string()),
  milestone: v.optional(v.object({ id: v.number(), title: v.string() })),
  assignees: v.array(member),
  reviewers: v.array(member),
  squash: v.boolean(),
  removesSource: v.boolean(),
  changedAtMs: v.number(),
  /** For an existing merge request: iid, and the text at the start of editing. */
  edits: v.optional(v.object({ iid: v.number(), base: v.string() })),
});

/** Input for a new merge request. */
export type Form = v.InferOutput<typeof shape>;

/** Unique: one form per branch. */
export type FormName = Pick<Form, 'account' | 'project' | 'source'>;

/**
 * New merge requests, with their texts as documents. Stored in the workspace until created or discarded; VS Code backs
 * up unsaved text.
 */
export class Forms extends FlatFiles {
  readonly #stored: StoredEach<Form>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  override readonly onDidChangeFile = this.#changed.event;

  constructor(memento: vscode.Memento) {
    super();
    this.#stored = storedEach(memento, 'graft.newMergeRequest ', shaped(shape));
  }

  get(name: FormName): Form | undefined {
    return this.#stored.of(keyOf(name)).get();
  }

  /** Form of a document; undefined once sent or discarded. */
  at({ authority, query }: vscode.Uri): Form | undefined {
    const [project = '', ...source] = decodeURIComponent(query).split(' ');
    return this.get({ account: authority, project: Number(project), source: source.join(' ') });
  }

  async keep(form: Form): Promise<void> {
    const isOther = this.get(form)?.text !== form.text;
    await this.#stored.of(keyOf(form)).put({ ...form, changedAtMs: Date.now() });
    if (isOther) this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri: uriOf(form) }]);
  }

  /** Opens the text of a stored form. */
  async edit(form: Form): Promise<void> {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uriOf(form)), { preview: false });
  }

  /** Includes unsaved editor text. */
  async withTyped(form: Form): Promise<Form> {
    const uri = uriOf(form).toString();
    const typed = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
    if (typed?.isDirty !== true) return form;
    const next = { ...form, text: typed.getText() };
    await this.#stored.of(keyOf(form)).put(next);
    return next;
  }

  /** Deletes a form and closes its editor. */
  async forget(form: Form): Promise<void> {
    await closeEditor(uriOf(form));
    await this.#stored.of(keyOf(form)).put(undefined);
  }

  override stat(uri: vscode.Uri): vscode.FileStat {
    const { text, changedAtMs } = this.#require(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: changedAtMs, size: Buffer.byteLength(text) };
  }

  override readFile(uri: vscode.Uri): Uint8Array {
    return Buffer.from(this.#require(uri).text);
  }

  override async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const form = this.at(uri);
    // auto-save may write once more during closing
    if (form === undefined) return;
    const text = Buffer.from(content).toString('utf8');
    await this.#stored.of(keyOf(form)).put({ ...form, text, changedAtMs: Date.now() });
  }

  #require(uri: vscode.Uri): Form {
    const form = this.at(uri);
    if (form === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return form;
  }
}

const keyOf = ({ account, project, source }: FormName): string => `${account} ${project} ${source}`;

/** Form name for an existing merge request; branch names have no spaces. */
export const editedName = (iid: number): string => `text of !${iid}`;

const uriOf = ({ account, project, source }: FormName): vscode.Uri =>
  vscode.Uri.from({
    scheme: formScheme,
    authority: account,
    path: `/Merge request ${source.includes(' ') ? '' : 'of '}${visible(source).replaceAll('/', '-')}.md`,
    query: encodeURIComponent(`${project} ${source}`),
  });
