import * as vscode from 'vscode';
import { PagedList, type PagedListState } from '../../model/pagedList.ts';
import { listProtectedBranches, type ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { CurrentProject, OpenProject, ProjectState } from '../project/currentProject.ts';

const pageSize = 100;

/** The protection rules of the current project, read when somebody first asks, shared by everything that shows them. */
export class ProtectionRules implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #project: CurrentProject;
  readonly #subscription: vscode.Disposable;
  #list: { readonly open: OpenProject; readonly pages: PagedList<ProtectedBranch> } | undefined;

  /** Fires after the list or the project was replaced. */
  readonly onDidChange = this.#changed.event;

  constructor(project: CurrentProject) {
    this.#project = project;
    this.#subscription = project.onDidChange((state) => this.#projectChanged(state));
  }

  /** The rules of a project as far as they are read; reading begins with this. */
  of(open: OpenProject): PagedListState<ProtectedBranch> {
    return this.#open(open).pages.state;
  }

  /** All rules of the project; undefined while a page is missing or could not be read. Asks for nothing. */
  get whole(): readonly ProtectedBranch[] | undefined {
    const state = this.#list?.pages.state;
    return state?.phase === 'ready' && !state.more ? state.items : undefined;
  }

  /** Why the rules could not be read, if they could not. */
  get failure(): unknown {
    const state = this.#list?.pages.state;
    return state?.phase === 'failed' ? state.error : undefined;
  }

  /** Resolves once all rules of a project were read, or reading them has failed. */
  async settled(open: OpenProject): Promise<void> {
    this.of(open);
    while (this.#list && this.whole === undefined && this.failure === undefined) {
      await new Promise<void>((resolve) => {
        const once = this.onDidChange(() => {
          once.dispose();
          resolve();
        });
      });
    }
  }

  /** Reads the rules anew; the old ones stay until the new ones are there. */
  async refresh(): Promise<void> {
    if (this.#list && this.#project.state.kind === 'ready') await this.#list.pages.refresh();
    else await this.#project.find();
  }

  dispose(): void {
    this.#list?.pages.dispose();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #projectChanged(state: ProjectState): void {
    const shown = this.#list?.open;
    const same =
      state.kind === 'ready' && shown?.account.id === state.account.id && shown.project.id === state.project.id;
    if (!same && state.kind !== 'failed') {
      this.#list?.pages.dispose();
      this.#list = undefined;
    }
    // the same project again: it could not be read in between, or the account has another token now
    if (same && this.failure !== undefined) void this.#list?.pages.refresh();
    else this.#changed.fire();
  }

  #open(open: OpenProject): { readonly open: OpenProject; readonly pages: PagedList<ProtectedBranch> } {
    if (this.#list) return this.#list;
    const pages = new PagedList<ProtectedBranch>(
      (page, signal) =>
        open.client.send(listProtectedBranches, { id: open.project.id, page, per_page: pageSize }, { signal }),
      () => {
        this.#changed.fire();
        // rules are few: further pages follow by themselves
        if (pages.state.more && pages.state.phase === 'ready' && !pages.state.busy) void pages.loadMore();
      },
    );
    this.#list = { open, pages };
    void pages.refresh();
    return this.#list;
  }
}
