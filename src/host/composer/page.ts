import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { ComposerState, FromComposer, ToComposer } from '../../messages/composer.ts';
import type { Handlers } from '../../messages/page.ts';
import { visible } from '../kit/words/format.ts';
import { type Page, Pages, type PageSession, type Restored } from '../kit/pages/page.ts';
import { readProject } from '../kit/requireProject.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { Composition } from './composition.ts';
import { ComposedFiles } from './contents.ts';
import type { ComposerDeps } from './deps.ts';
import {
  compositionId,
  type SavedComposition,
  savedCompositions,
  type SavedCompositions,
  type Source,
} from './saved.ts';

export type ComposerAction = Exclude<FromComposer, { type: 'ready' }>;

const savedState = v.object({ account: v.string(), project: v.string(), id: v.string() });

type SavedState = v.InferOutput<typeof savedState>;

interface OpenComposer extends PageSession<FromComposer> {
  readonly composition: Composition;
}

interface OpenedComposition {
  readonly id: string;
  readonly open: OpenProject;
  readonly saved: SavedComposition;
}

/** One page per source of changes. */
export class ComposerPages extends Pages<FromComposer, ToComposer, OpenComposer, SavedState> {
  readonly #needs: ComposerDeps;
  readonly #handlersOf: (composition: Composition) => Handlers<ComposerAction>;
  readonly #store: SavedCompositions;
  /** Composed files as documents. */
  readonly files = new ComposedFiles((id) => this.find(id)?.composition);

  constructor(needs: ComposerDeps, handlersOf: (composition: Composition) => Handlers<ComposerAction>) {
    super(needs, {
      viewType: 'graft.composer',
      bundle: 'composer',
      styles: ['composer'],
      hasFindWidget: true,
      saved: savedState,
    });
    this.#needs = needs;
    this.#handlersOf = handlersOf;
    this.#store = savedCompositions(needs.context.workspaceState);
  }

  /** The focused page's, or the only one. */
  get active(): Composition | undefined {
    const [only, ...others] = this.sessions;
    return (this.focused ?? (others.length === 0 ? only : undefined))?.composition;
  }

  /** Continues a saved composition of the source; `branch` is for a new one. */
  async show(open: OpenProject, source: Source, branch: string): Promise<Composition> {
    const id = compositionId(open.account.id, open.project.id, source);
    const known = this.find(id)?.composition;
    if (known && known.facts.state !== 'done') {
      this.reveal(id);
      await known.change({ source }, 'read');
      return known;
    }
    this.close(id);
    const stored = this.#store.of(id).get();
    const saved = stored ? { ...stored, source } : fresh(open, source, branch);
    await this.#store.of(id).put(saved);
    return this.openPage((page) => this.#session({ id, open, saved }, page)).composition;
  }

  protected override restored({ account: of, id }: SavedState): Restored<ToComposer, OpenComposer> | undefined {
    const account = this.shell.accounts.get(of);
    const saved = this.#store.of(id).get();
    if (account === undefined || saved === undefined) return undefined;
    return {
      key: id,
      title: vscode.l10n.t('New Commit'),
      problem: vscode.l10n.t('The commit you were composing could not be shown'),
      comfort: vscode.l10n.t('It is saved.'),
      read: async () => {
        const open = await readProject(this.shell, account, saved.project);
        return (page) => this.#session({ id, open, saved }, page);
      },
    };
  }

  #session({ id, open, saved }: OpenedComposition, page: Page<ToComposer>): OpenComposer {
    const composition = new Composition({
      id,
      open,
      needs: this.#needs,
      store: this.#store,
      saved,
      post: (message) => {
        if (message.type === 'view') {
          page.setTitle(vscode.l10n.t('New Commit: {0}', visible(message.view.target.branch || open.project.path)));
          const isOpen = this.find(id)?.composition === composition;
          if (isOpen && message.view.state === 'checking') this.files.renew(composition);
        }
        page.post(message);
      },
    });
    const state: ComposerState = { account: open.account.id, project: String(open.project.id), id };
    page.draw(vscode.l10n.t('New Commit'), state);
    void composition.read();
    return {
      key: id,
      composition,
      handlers: { ...this.#handlersOf(composition), ready: () => composition.show() },
      dispose: () => composition.dispose(),
    };
  }
}

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
