import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { RecentlyUsed } from '../../../client/recentlyUsed.ts';
import type { CommitPick } from '../../../model/pick/pick.ts';
import { FlatFiles } from '../../kit/pages/flatFiles.ts';
import { visible } from '../../visible.ts';
import { shaped, storedEach, type StoredEach } from '../../shell/stored.ts';

export const messageScheme = 'graft-message';

/** A cherry-pick or resolution whose message is being edited; kept until sent or discarded. */
export interface MessageDraft {
  readonly account: string;
  readonly pick: CommitPick & { readonly project: number };
  /** SHA of the branch at the dry run. */
  readonly tip: string;
  readonly message: string;
  /** Branch for the commit of a resolution; undefined for a cherry-pick on the server. */
  readonly resolvedOn?: string | undefined;
}

export interface WrittenMessage {
  readonly uri: vscode.Uri;
  readonly draft: MessageDraft;
  readonly message: string;
}

const shape = v.object({
  account: v.string(),
  pick: v.object({
    action: v.picklist(['cherryPick', 'revert']),
    project: v.number(),
    sha: v.string(),
    branch: v.string(),
  }),
  tip: v.string(),
  message: v.string(),
  resolvedOn: v.optional(v.string()),
  changedAtMs: v.number(),
});

/** A stored draft. Its time shows an editor with an older draft's text that the file changed. */
type Kept = v.InferOutput<typeof shape>;

/** Commit messages as a file system, stored in the workspace state. */
export class MessageDrafts extends FlatFiles {
  readonly #stored: StoredEach<Kept>;
  /** Applied or discarded drafts: auto save may still write to them while their editor closes. */
  readonly #gone = new RecentlyUsed<Kept>(100);
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  override readonly onDidChangeFile = this.#changed.event;

  constructor(memento: vscode.Memento) {
    super();
    this.#stored = storedEach(memento, 'graft.message ', shaped(shape));
  }

  /** Stores a draft and returns its URI. An existing message for the same pick is kept. */
  async open(draft: MessageDraft): Promise<vscode.Uri> {
    const uri = this.uriOf(draft);
    const known = this.#kept(uri);
    const { message, changedAtMs } = known ?? { message: draft.message, changedAtMs: Date.now() };
    await this.#keep(uri, { ...draft, message, changedAtMs });
    if (!known) this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    return uri;
  }

  uriOf({ account, pick, resolvedOn }: Pick<MessageDraft, 'account' | 'pick' | 'resolvedOn'>): vscode.Uri {
    const branch = visible(pick.branch).replaceAll('/', '-');
    const sha = pick.sha.slice(0, 8);
    const resolution = pick.action === 'revert' ? 'Revert' : 'Resolution';
    const name =
      resolvedOn === undefined ? `Cherry-pick ${sha} onto ${branch}` : `${resolution} of ${sha} on ${branch}`;
    return vscode.Uri.from({
      scheme: messageScheme,
      authority: account,
      path: `/${pick.project}/${pick.sha}/${name}`,
      query: encodeURIComponent(pick.branch),
    });
  }

  /** Undefined once applied or discarded. */
  get(uri: vscode.Uri): MessageDraft | undefined {
    return this.#kept(uri);
  }

  /** After a repeated dry run. */
  async moveTip(uri: vscode.Uri, tip: string): Promise<void> {
    await this.#keep(uri, { ...this.#require(uri), tip });
  }

  async forget(uri: vscode.Uri): Promise<void> {
    const kept = this.#kept(uri);
    if (kept) this.#gone.set(uri.toString(), kept);
    await this.#stored.of(uri.toString()).put(undefined);
    this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }

  override stat(uri: vscode.Uri): vscode.FileStat {
    const { message, changedAtMs } = this.#require(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: changedAtMs, size: Buffer.byteLength(message) };
  }

  override readFile(uri: vscode.Uri): Uint8Array {
    return Buffer.from(this.#require(uri).message);
  }

  override async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const message = Buffer.from(content).toString('utf8');
    const written = { ...this.#require(uri), message, changedAtMs: Date.now() };
    if (this.#kept(uri)) await this.#keep(uri, written);
    else this.#gone.set(uri.toString(), written);
  }

  #kept(uri: vscode.Uri): Kept | undefined {
    return this.#stored.of(uri.toString()).get();
  }

  async #keep(uri: vscode.Uri, draft: Kept): Promise<void> {
    await this.#stored.of(uri.toString()).put(draft);
  }

  #require(uri: vscode.Uri): Kept {
    const draft = this.#kept(uri) ?? this.#gone.get(uri.toString());
    if (!draft) throw vscode.FileSystemError.FileNotFound(uri);
    return draft;
  }
}
