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
  /** All rules, once completely read. */
  whole: readonly ProtectedBranch[] | undefined;
  readAt: number;
  run: AbortController;
}

/** Protection rules of the current project, optionally filtered by name. Loaded on first use and shared by views. */
export class ProtectionRules implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #project: CurrentProject;
  readonly #subscription: vscode.Disposable;
  readonly #search: string | undefined;
  #list: RuleList | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(project: CurrentProject, search?: string) {
    this.#project = project;
    this.#search = search;
    this.#subscription = project.onDidChange((state) => this.#projectChanged(state));
  }

  /** Starts loading on first use. */
  of(open: OpenProject): Rules {
    return this.#open(open).state;
  }

  /** Undefined before the rules are complete, and after a failure. Sends nothing. */
  get whole(): readonly ProtectedBranch[] | undefined {
    return this.#list?.state.phase === 'ready' ? this.#list.whole : undefined;
  }

  get failure(): unknown {
    return this.#list?.state.phase === 'failed' ? this.#list.state.error : undefined;
  }

  /**
   * Waits for a running read, or reads rules older than `maxAgeMs`. Undefined after a failure, or if the window has
   * switched the project.
   */
  async upToDate(
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

  /** Old rules stay until the new ones are there. */
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
    // the same project after a failure, or with a new token
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

  /** The first read shows its first page early; later ones replace all rows at once. */
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
