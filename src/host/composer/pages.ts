import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ComposerState, FromComposer } from '../../messages/composer.ts';
import { getProject } from '../../wire/projects.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import { visible } from '../format.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { showPage } from '../webviewHtml.ts';
import { Composition } from './composition.ts';
import { ComposedFiles, composedScheme, openComposed } from './contents.ts';
import { compositionId, type SavedComposition, SavedCompositions, type Source } from './saved.ts';

const viewType = 'graft.composer';

const savedState = v.object({ account: v.string(), project: v.string(), id: v.string() });

/** Carries out what a composer asks for without saying more. */
export type CarryOutComposer = (
  app: App,
  composition: Composition,
  intent: Exclude<
    FromComposer['type'],
    'ready' | 'message' | 'author' | 'include' | 'accept' | 'option' | 'openFile' | 'remove'
  >,
) => Promise<void>;

/** The composers of this window: one for each source of changes, brought back by a reload. */
export class ComposerPages implements vscode.Disposable {
  readonly #app: () => App;
  readonly #carryOut: CarryOutComposer;
  readonly #store: SavedCompositions;
  readonly #files = new ComposedFiles((id) => this.#shown.get(id)?.composition);
  readonly #shown = new Map<string, { readonly panel: vscode.WebviewPanel; readonly composition: Composition }>();
  readonly #subscriptions: vscode.Disposable[];

  /** `app` is asked for when a composer is opened, when everything has been built. */
  constructor(parts: {
    readonly app: () => App;
    readonly memento: vscode.Memento;
    readonly carryOut: CarryOutComposer;
  }) {
    this.#app = parts.app;
    this.#carryOut = parts.carryOut;
    this.#store = new SavedCompositions(parts.memento);
    this.#subscriptions = [
      vscode.workspace.registerFileSystemProvider(composedScheme, this.#files, { isCaseSensitive: true }),
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, state: unknown) => this.#restore(panel, state),
      }),
    ];
  }

  /** The composition of the page that has the focus, or the only one there is. */
  get active(): Composition | undefined {
    const all = [...this.#shown.values()];
    const [only] = all;
    return all.find(({ panel }) => panel.active)?.composition ?? (all.length === 1 ? only?.composition : undefined);
  }

  /** Shows the composer of a source, going on with what was composed of it before; `branch` is for a new one. */
  async show(open: OpenProject, source: Source, branch: string): Promise<Composition> {
    const id = compositionId(open.account.id, open.project.id, source);
    const known = this.#shown.get(id);
    if (known && known.composition.facts.state !== 'done') {
      known.panel.reveal();
      await known.composition.change({ source }, 'read');
      return known.composition;
    }
    known?.panel.dispose();
    const kept = this.#store.get(id);
    const saved = kept ? { ...kept, source } : fresh(open, source, branch);
    await this.#store.keep(id, saved);
    const options = { enableFindWidget: true };
    const title = vscode.l10n.t('New Commit');
    return this.#fill(vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, options), {
      id,
      open,
      saved,
    });
  }

  dispose(): void {
    for (const { panel } of [...this.#shown.values()]) panel.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #fill(
    panel: vscode.WebviewPanel,
    { id, open, saved }: { readonly id: string; readonly open: OpenProject; readonly saved: SavedComposition },
  ): Composition {
    const app = this.#app();
    let isOpen = true;
    const composition = new Composition({
      id,
      open,
      app,
      store: this.#store,
      saved,
      post: (message) => {
        // what becomes of a commit under way is told without its page, too
        if (!isOpen) return;
        if (message.type === 'view') {
          panel.title = vscode.l10n.t('New Commit: {0}', visible(message.view.target.branch || open.project.path));
          if (message.view.state === 'checking') this.#files.renew(composition);
        }
        void panel.webview.postMessage(message);
      },
    });
    this.#shown.set(id, { panel, composition });
    panel.webview.onDidReceiveMessage((message: FromComposer) => {
      void this.#receive(composition, message).catch((error: unknown) => {
        app.log.error('What the composer asked for failed.', error);
        void vscode.window.showErrorMessage(explain(error));
      });
    });
    panel.onDidDispose(() => {
      isOpen = false;
      composition.dispose();
      if (this.#shown.get(id)?.panel === panel) this.#shown.delete(id);
    });
    const state: ComposerState = { account: open.account.id, project: String(open.project.id), id };
    showPage(panel, app.context.extensionUri, { name: 'composer', styles: ['composer'], title: panel.title, state });
    void composition.read();
    return composition;
  }

  /** Opens what would be sent if the commit were sent now. */
  showRequest(composition: Composition): Promise<void> {
    return this.#files.openRequest(composition);
  }

  async #receive(composition: Composition, message: FromComposer): Promise<void> {
    const { saved } = composition.facts;
    switch (message.type) {
      case 'ready':
        composition.show();
        return;
      case 'message':
        return composition.write(message.text);
      case 'author':
        return composition.change({ author: message.author }, 'draw');
      case 'include':
        return composition.change({ excluded: toggled(saved.excluded, message.path, !message.on) }, 'draw');
      case 'accept':
        return composition.change({ accepted: toggled(saved.accepted, message.path, message.on) }, 'draw');
      case 'option':
        return composition.change({ [message.name]: message.on }, 'draw');
      case 'openFile':
        return openComposed(composition, message.path);
      case 'remove':
        return composition.change({ hand: saved.hand.filter(({ path }) => path !== message.path) }, 'read');
      default:
        return this.#carryOut(this.#app(), composition, message.type);
    }
  }

  /** Brings a composer back after a reload; the changes are read anew. */
  async #restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const read = v.safeParse(savedState, state);
    const app = this.#app();
    const account = read.success ? app.accounts.get(read.output.account) : undefined;
    const saved = read.success ? this.#store.get(read.output.id) : undefined;
    if (!read.success || account === undefined || saved === undefined) {
      panel.dispose();
      return;
    }
    try {
      const client = app.clients.of(account);
      const project = await client.send(getProject, { id: saved.project });
      this.#fill(panel, { id: read.output.id, open: { account, client, project, remote: undefined }, saved });
    } catch (error) {
      app.log.error('A composer could not be restored.', error);
      panel.dispose();
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The commit you were composing was not restored: {0} It is kept.', explain(error)),
      );
    }
  }
}

const toggled = (paths: readonly string[], path: string, on: boolean): string[] => [
  ...paths.filter((other) => other !== path),
  ...(on ? [path] : []),
];

const fresh = (open: OpenProject, source: Source, branch: string): SavedComposition => ({
  account: open.account.id,
  project: open.project.id,
  source,
  branch,
  force: false,
  stats: true,
  excluded: [],
  accepted: [],
  hand: [],
});
