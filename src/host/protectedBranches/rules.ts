import * as vscode from '../vscode.ts';
import { eachPage } from '../../client/eachPage.ts';
import type { PagedListState } from '../../model/pagedList.ts';
import { listProtectedBranches, type ProtectedBranch } from '../../wire/protectedBranches.ts';
import { type CurrentProject, type OpenProject, projectKey, type ProjectState } from '../shell/currentProject.ts';

const pageSize = 100;

type Rules = PagedListState<ProtectedBranch>;

interface RuleList {
  readonly open: OpenProject;
  state: Rules;
  /** All rules as they were last read as a whole. */
  whole: readonly ProtectedBranch[] | undefined;
  readAt: number;
  run: AbortController;
}

/**
 * The protection rules of the current project, or those the server finds by a part of their name. Read on first use and
 * shared by all views.
 */
export class ProtectionRules implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #project: CurrentProject;
  readonly #subscription: vscode.Disposable;
  readonly #search: string | undefined;
  #list: RuleList | undefined;

  /** Fires after the list or the project was replaced. */
  readonly onDidChange = this.#changed.event;

  constructor(project: CurrentProject, search?: string) {
    this.#project = project;
    this.#search = search;
    this.#subscription = project.onDidChange((state) => this.#projectChanged(state));
  }

  /** The rules of a project as far as they are read; reading begins with this. */
  of(open: OpenProject): Rules {
    return this.#open(open).state;
  }

  /** All rules of the current project; undefined before they are read and when they could not be. Asks for nothing. */
  get whole(): readonly ProtectedBranch[] | undefined {
    return this.#list?.state.phase === 'ready' ? this.#list.whole : undefined;
  }

  /** Why the rules could not be read, if they could not. */
  get failure(): unknown {
    return this.#list?.state.phase === 'failed' ? this.#list.state.error : undefined;
  }

  /**
   * All rules of a project once no reading is under way; undefined when they could not be read, or when the window works
   * on another project by then. Reads them again when they are older than `maxAgeMs`.
   */
  async settled(
    open: OpenProject,
    maxAgeMs = Number.POSITIVE_INFINITY,
  ): Promise<readonly ProtectedBranch[] | undefined> {
    const list = this.#open(open);
    if (projectKey(list.open) !== projectKey(open)) return undefined;
    if (!list.state.busy && Date.now() - list.readAt > maxAgeMs) void this.#read(list);
    while (this.#list === list && list.state.busy) {
      await new Promise<void>((resolve) => {
        const once = this.onDidChange(() => {
          once.dispose();
          resolve();
        });
      });
    }
    return this.#list === list ? this.whole : undefined;
  }

  /** Reads the rules again; the old ones stay until the new ones are there. */
  async refresh(): Promise<void> {
    if (this.#list && this.#project.state.kind === 'ready') await this.#read(this.#list);
    else await this.#project.find();
  }

  dispose(): void {
    this.#list?.run.abort();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #projectChanged(state: ProjectState): void {
    const same =
      state.kind === 'ready' && this.#list !== undefined && projectKey(this.#list.open) === projectKey(state);
    if (!same && state.kind !== 'failed') {
      this.#list?.run.abort();
      this.#list = undefined;
    }
    // the same project again: it could not be read in between, or the account has another token now
    if (same && this.#list && this.failure !== undefined) void this.#read({ ...this.#list, open: state });
    else this.#changed.fire();
  }

  #open(open: OpenProject): RuleList {
    if (this.#list) return this.#list;
    const nothing: Rules = { items: [], phase: 'loading', busy: false, more: false, error: undefined };
    const list = { open, state: nothing, whole: undefined, readAt: 0, run: new AbortController() };
    this.#list = list;
    void this.#read(list);
    return list;
  }

  /** Reads all pages. A first reading shows its first page while the others follow; a later one replaces all at once. */
  async #read(list: RuleList): Promise<void> {
    list.run.abort();
    const run = new AbortController();
    list.run = run;
    this.#list = list;
    const replace = (change: Partial<Rules>): void => {
      list.state = { ...list.state, ...change };
      this.#changed.fire();
    };
    const isFirst = list.whole === undefined;
    list.state = { ...list.state, busy: true, phase: list.state.phase === 'failed' ? 'loading' : list.state.phase };
    const items: ProtectedBranch[] = [];
    try {
      const { client, project } = list.open;
      const wanted = { id: project.id, per_page: pageSize, search: this.#search };
      for await (const page of eachPage(client, listProtectedBranches, wanted, { signal: run.signal })) {
        items.push(...page.items);
        const shown = { items: [...items], phase: 'ready', more: true, error: undefined } as const;
        if (isFirst && items.length === page.items.length && page.next !== undefined) replace(shown);
      }
      if (run.signal.aborted) return;
      list.whole = items;
      list.readAt = Date.now();
      replace({ items, phase: 'ready', busy: false, more: false, error: undefined, readAtMs: Date.now() });
    } catch (error) {
      if (run.signal.aborted) return;
      replace({ phase: 'failed', busy: false, error });
    }
  }
}
