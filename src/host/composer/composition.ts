import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import type { ComposerView, ToComposer } from '../../messages/composer.ts';
import { instanceName } from '../../model/account.ts';
import { pathBefore } from '../../model/composer/action.ts';
import type { FileAction } from '../../model/composer/fileAction.ts';
import { seeServer, type Seen } from '../../model/composer/check.ts';
import type { CommitDraft } from '../../model/composer/draft.ts';
import { effective, problemsOf } from '../../model/composer/problems.ts';
import type { LocalChanges } from '../../model/composer/workingTree.ts';
import type { ComposerDeps } from './deps.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { RightsAnswer } from '../protectedBranches/area.ts';
import { compositionView } from './compositionView.ts';
import { type Entry, readHand, readLocal } from './entries.ts';
import { type CompositionFacts, draftOf } from './facts.ts';
import type { HandAction, SavedComposition, SavedCompositions } from './saved.ts';

/** A commit being composed: reads changes, checks them on the server and stores decisions. */
export class Composition {
  readonly id: string;
  readonly open: OpenProject;
  readonly #needs: ComposerDeps;
  readonly #store: SavedCompositions;
  readonly #post: (message: ToComposer) => void;
  #saved: SavedComposition;
  #message: string;
  #local: LocalChanges | undefined;
  #hand: readonly Entry[] = [];
  #seen: Seen | undefined;
  #rights: RightsAnswer | undefined;
  #failure: unknown;
  #state: ComposerView['state'] = 'reading';
  #progress: string | undefined;
  #done: CompositionFacts['done'];
  #run: AbortController | undefined;
  #isSending = false;
  /** Requested while the commit was being sent; done if it isn't created. */
  #postponed: 'read' | 'check' | undefined;

  constructor(parts: {
    readonly id: string;
    readonly open: OpenProject;
    readonly needs: ComposerDeps;
    readonly store: SavedCompositions;
    readonly saved: SavedComposition;
    readonly post: (message: ToComposer) => void;
  }) {
    this.id = parts.id;
    this.open = parts.open;
    this.#needs = parts.needs;
    this.#store = parts.store;
    this.#saved = parts.saved;
    this.#post = parts.post;
    this.#message = parts.needs.unsentTexts.get(this.#textKey)?.text ?? '';
  }

  get #textKey(): string {
    return `composer ${this.id}`;
  }

  get facts(): CompositionFacts {
    return {
      open: this.open,
      saved: this.#saved,
      message: this.#message,
      entries: this.entries,
      local: this.#local,
      draft: this.draft,
      seen: this.#seen,
      rights: this.#rights,
      failure: this.#failure,
      state: this.#state,
      progress: this.#progress,
      done: this.#done,
    };
  }

  /** Including excluded ones. */
  get entries(): readonly Entry[] {
    return [...(this.#local?.changes ?? []).map((change) => ({ ...change, isByHand: false })), ...this.#hand];
  }

  get draft(): CommitDraft {
    return draftOf(this.#saved, this.#message, this.entries);
  }

  /** The draft without what the server already has. */
  get sendable(): CommitDraft {
    const { draft } = this;
    return this.#seen === undefined ? draft : { ...draft, actions: effective(draft, this.#seen) };
  }

  show(): void {
    this.#post({ type: 'message', text: this.#message });
    this.#draw();
  }

  /** Reads the changes, then checks them; postponed while the commit is being sent. */
  async read(): Promise<void> {
    if (this.#isFixed) {
      this.#postponed = 'read';
      return;
    }
    const signal = this.#start('reading', vscode.l10n.t('Reading the changes…'));
    try {
      const [local, hand] = await Promise.all([
        readLocal(this.#needs.repositories, this.#saved.source, signal),
        readHand(this.#saved.hand),
      ]);
      if (signal.aborted) return;
      this.#local = local;
      this.#hand = hand;
    } catch (error) {
      this.#fail('The changes could not be read.', error, signal);
      return;
    }
    await this.check();
  }

  /** Checks on the server; postponed while the commit is being sent. */
  async check(): Promise<void> {
    if (this.#isFixed) {
      this.#postponed ??= 'check';
      return;
    }
    const { t } = vscode.l10n;
    const signal = this.#start('checking', t('Checking on the server…'));
    this.#seen = undefined;
    this.#rights = undefined;
    const { open, draft } = this;
    try {
      const actions = this.entries.map(({ action }) => action);
      const progress = (read: number, of: number): void => {
        if (signal.aborted || of === 0) return;
        this.#progress = t('Checking on the server… {0} of {1} files', read, of);
        this.#draw();
      };
      const [seen, rights] = await Promise.all([
        seeServer(open.client, { ...draft, actions }, { signal, progress }),
        draft.branch === '' ? undefined : this.#needs.branchRights.read(open, draft.branch, { signal }),
      ]);
      if (signal.aborted) return;
      this.#seen = seen;
      this.#rights = rights;
      this.#end('ready');
    } catch (error) {
      this.#fail('The server could not be asked about a composed commit.', error, signal);
    }
  }

  /** `again`: what the change requires. */
  async change(change: Partial<SavedComposition>, again: 'check' | 'read' | 'draw'): Promise<void> {
    // a created commit is no longer stored
    if (this.#done) return;
    this.#saved = { ...this.#saved, ...change };
    await this.#store.of(this.id).put(this.#saved);
    if (again === 'draw') this.#draw();
    else await (again === 'read' ? this.read() : this.check());
  }

  async write(text: string): Promise<void> {
    if (this.#done) return;
    this.#message = text;
    this.#draw();
    await this.#needs.unsentTexts.save({
      key: this.#textKey,
      account: this.open.account.id,
      text,
      place: { project: this.open.project.id, id: this.id },
      refusal: undefined,
    });
  }

  /** Replaces a manual action for the same path. */
  async add(action: HandAction): Promise<void> {
    const hand = [...this.#saved.hand.filter(({ path }) => path !== action.path), action];
    await this.change({ hand, excluded: this.#saved.excluded.filter((path) => path !== action.path) }, 'read');
  }

  async writeFile(path: string, text: string): Promise<void> {
    const hand = this.#saved.hand.map((action) => (action.path === path ? { ...action, text } : action));
    this.#hand = this.#hand.map((entry) =>
      entry.action.path === path ? { ...entry, action: { ...entry.action, content: Buffer.from(text) } } : entry,
    );
    await this.change({ hand }, 'draw');
  }

  /** Ignores a second call while one is running. */
  async once<T>(send: () => Promise<T>): Promise<T | undefined> {
    if (this.#isSending) return undefined;
    this.#isSending = true;
    try {
      return await send();
    } finally {
      this.#isSending = false;
    }
  }

  sending(): void {
    this.#start('sending', vscode.l10n.t('Sending the commit…'));
  }

  /** The commit wasn't created: resumes postponed work. */
  notSent(): void {
    this.#end('ready');
    const postponed = this.#postponed;
    this.#postponed = undefined;
    if (postponed === 'read') void this.read();
    if (postponed === 'check') void this.check();
  }

  /** Deletes the stored composition. */
  async finish(done: NonNullable<CompositionFacts['done']>): Promise<void> {
    this.#run?.abort();
    this.#done = done;
    this.#end('done');
    await this.#needs.unsentTexts.delete(this.#textKey);
    await this.#store.of(this.id).put(undefined);
  }

  postFollowed(words: string): void {
    if (this.#done === undefined) return;
    this.#done = { ...this.#done, followed: words };
    this.#draw();
  }

  entry(path: string): Entry | undefined {
    return this.entries.find(({ action }) => action.path === path);
  }

  /** The server's version of an action's file. */
  before(action: FileAction): { readonly project: number; readonly path: string; readonly ref: string } | undefined {
    const path = pathBefore(action) ?? action.path;
    const ref = this.#seen?.base;
    if (ref === undefined || this.#seen?.files.has(path) !== true) return undefined;
    return { project: this.draft.startProject ?? this.draft.project, path, ref };
  }

  get isBlocked(): boolean {
    const seen = this.#seen;
    return seen === undefined || problemsOf(this.draft, seen).some(({ level }) => level === 'blocks');
  }

  dispose(): void {
    this.#run?.abort();
  }

  get #isFixed(): boolean {
    return this.#state === 'sending' || this.#state === 'done';
  }

  #start(state: ComposerView['state'], progress: string): AbortSignal {
    this.#run?.abort();
    this.#run = new AbortController();
    this.#state = state;
    this.#progress = progress;
    this.#failure = undefined;
    this.#draw();
    return this.#run.signal;
  }

  #end(state: ComposerView['state']): void {
    this.#state = state;
    this.#progress = undefined;
    this.#draw();
  }

  #fail(what: string, error: unknown, signal: AbortSignal): void {
    if (signal.aborted || isCancelled(error)) return;
    this.#needs.log.error(what, error);
    this.#failure = error;
    this.#end('ready');
  }

  #draw(): void {
    this.#post({
      type: 'view',
      view: compositionView(this.facts, this.sendable, instanceName(this.open.account.baseUrl)),
    });
  }
}
