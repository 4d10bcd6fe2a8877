import * as vscode from 'vscode';
import { placeKey, type ReviewPlace } from '../../model/review/drafts.ts';
import type { ReviewStores } from '../../model/review/reviewStores.ts';
import type { MergeRequestChanges } from '../../model/review/mergeRequestFiles.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { Log } from '../log.ts';
import type { CurrentBranch } from '../project/currentBranch.ts';
import type { CurrentProject, OpenProject, ProjectState } from '../project/currentProject.ts';
import { withoutProject } from '../rows.ts';
import { TreeChanges } from '../treeChanges.ts';
import { VisibleRows } from '../visibleRows.ts';
import type { KeptDrafts } from './keptDrafts.ts';
import { RequestFactsOf } from './requestFacts.ts';
import { emptyWords, type Group, requestGroups } from './requestGroups.ts';
import { requestParts } from './requestParts.ts';
import { type GroupItem, type GroupName, type RequestItem, reviewItem, type ReviewRow } from './rows.ts';

const retry = 'graft.reviews.refresh';

interface Shown {
  readonly open: OpenProject;
  readonly groups: readonly Group[];
  readonly generation: number;
}

/** The Reviews view: merge requests waiting for the user, the user's own, and that of the current branch. */
export class ReviewsView implements vscode.TreeDataProvider<ReviewRow>, vscode.Disposable {
  readonly #changed = new TreeChanges<ReviewRow>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<ReviewRow>;
  readonly #visible: VisibleRows;
  readonly #subscriptions: vscode.Disposable[];
  readonly #rows = new Map<string, RequestItem>();
  readonly #facts: RequestFactsOf;
  readonly #followed = new Map<string, () => void>();
  #shown: Shown | undefined;
  #generation = 0;
  /** The merge requests with unsaved texts that were read last. */
  #unsavedShown = '';

  readonly #project: CurrentProject;
  readonly #branch: CurrentBranch;
  readonly #stores: ReviewStores;
  readonly #changes: MergeRequestChanges;
  readonly #kept: KeptDrafts;
  readonly #log: Log;

  constructor(parts: {
    readonly project: CurrentProject;
    readonly branch: CurrentBranch;
    readonly stores: ReviewStores;
    readonly changes: MergeRequestChanges;
    readonly kept: KeptDrafts;
    readonly log: Log;
  }) {
    this.#project = parts.project;
    this.#branch = parts.branch;
    this.#stores = parts.stores;
    this.#changes = parts.changes;
    this.#kept = parts.kept;
    this.#log = parts.log;
    this.#facts = new RequestFactsOf(parts.stores, parts.log);
    this.#visible = new VisibleRows((kind, key) => this.#seen(kind, key));
    this.#view = vscode.window.createTreeView('graft.reviews', { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = [
      this.#changed,
      this.#visible,
      this.#view,
      parts.project.onDidChange((state) => this.#projectChanged(state)),
      parts.branch.onDidChange(() => void this.#branchChanged()),
      parts.kept.onDidChange(() => this.#changed.fire()),
    ];
  }

  /** Whether the user can see the view. */
  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** Fires when the view comes into sight or goes. */
  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.#view.onDidChangeVisibility;
  }

  /** The row selected in the view. */
  get selected(): ReviewRow | undefined {
    return this.#view.selection[0];
  }

  /** The merge requests loaded so far. */
  get loaded(): readonly RequestItem[] {
    return [...this.#rows.values()];
  }

  /** The places of the merge requests that were looked into. */
  get expanded(): readonly ReviewPlace[] {
    return this.loaded.map((row) => this.#placeOf(row)).filter((place) => this.#followed.has(placeKey(place)));
  }

  /** Loads the lists anew; old rows stay until the new ones are there. */
  async refresh(): Promise<void> {
    if (!this.#shown || this.#project.state.kind !== 'ready') {
      await this.#project.find();
      return;
    }
    this.#facts.clear();
    await Promise.all(this.#shown.groups.map(({ pages }) => pages.refresh()));
    const stores = this.loaded.flatMap((row) => this.#stores.known(this.#placeOf(row)) ?? []);
    await Promise.all(stores.filter(({ state }) => state.phase !== 'unread').map((store) => store.load()));
    this.#changed.fire();
    this.#visible.again();
  }

  /** Loads the next page of a group, or tries a failed one again. */
  async loadMore(group: GroupName): Promise<void> {
    await this.#shown?.groups.find(({ item }) => item.group === group)?.pages.loadMore();
  }

  getTreeItem(row: ReviewRow): vscode.TreeItem {
    return reviewItem(row, (request) => {
      const place = this.#placeOf(request);
      return { ...this.#facts.of(place), kept: this.#kept.of(place).length };
    });
  }

  async getChildren(row?: ReviewRow): Promise<ReviewRow[]> {
    if (row === undefined) return this.#roots();
    if (row.kind === 'group') return this.#requests(row);
    return row.kind === 'request' ? this.#partsOf(row) : [];
  }

  getParent(row: ReviewRow): ReviewRow | undefined {
    if (row.kind === 'request') return this.#shown?.groups.find(({ item }) => item.group === row.group)?.item;
    return 'parent' in row ? row.parent : undefined;
  }

  dispose(): void {
    this.#close();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #placeOf({ open, request }: RequestItem): ReviewPlace {
    return { client: open.client, account: open.account.id, project: open.project.id, iid: request.iid };
  }

  #projectChanged(state: ProjectState): void {
    if (state.kind === 'ready') {
      const shown = this.#shown?.open;
      if (shown?.account.id !== state.account.id || shown.project.id !== state.project.id) void this.#show(state);
      else this.#changed.fire();
      return;
    }
    // signing out or losing the project must not leave its rows behind
    if (state.kind !== 'failed') this.#close();
    this.#changed.fire();
  }

  async #branchChanged(): Promise<void> {
    if (this.#shown === undefined || this.#project.open === undefined) return;
    const before = this.#shown.groups.find(({ item }) => item.group === 'branch')?.item.of;
    if ((await this.#branch.of(this.#project.open))?.name !== before) await this.#show(this.#project.open);
  }

  #close(): void {
    for (const { pages } of this.#shown?.groups ?? []) pages.dispose();
    for (const unfollow of this.#followed.values()) unfollow();
    this.#followed.clear();
    this.#rows.clear();
    this.#facts.clear();
    this.#shown = undefined;
    this.#unsavedShown = '';
    this.#view.description = '';
    this.#generation += 1;
  }

  async #show(open: OpenProject): Promise<void> {
    this.#close();
    const generation = this.#generation;
    const branch = (await this.#branch.of(open))?.name;
    if (this.#generation !== generation) return;
    const groups = requestGroups(open, branch, {
      unsaved: () => this.#unsaved(open),
      changed: () => this.#changed.fire(),
    });
    this.#shown = { open, groups, generation };
    this.#view.description = open.project.path_with_namespace;
    this.#changed.fire();
  }

  #roots(): ReviewRow[] {
    this.#project.start();
    const { state } = this.#project;
    if (state.kind !== 'ready') return [...withoutProject(state, retry)];
    if (this.#shown === undefined) {
      void this.#show(state);
      return [{ kind: 'loading' }];
    }
    const items = this.#shown.groups.map(({ item }) => item);
    return items.filter(({ group, open }) => group !== 'unsaved' || this.#unsaved(open).length > 0);
  }

  #unsaved({ account, project }: OpenProject): readonly number[] {
    return this.#kept.unsaved({ account: account.id, project: project.id });
  }

  /** Reads the merge requests with unsaved texts again when there are others than before. */
  #followUnsaved({ item, pages }: Group): void {
    const iids = this.#unsaved(item.open).join();
    if (this.#unsavedShown === iids) return;
    this.#unsavedShown = iids;
    void pages.refresh();
  }

  #requests(row: GroupItem): ReviewRow[] {
    const shown = this.#shown;
    const group = shown?.groups.find(({ item }) => item.group === row.group);
    if (shown === undefined || group === undefined) return [];
    if (row.group === 'unsaved') this.#followUnsaved(group);
    const { items, phase, more, busy, error } = group.pages.state;
    // a list is asked for when its group is first looked into
    if (phase === 'loading' && !busy) {
      void group.pages.refresh();
      return [{ kind: 'loading' }];
    }
    const requests = items.map((request) => this.#row(row.open, row.group, request));
    const { t } = vscode.l10n;
    const failed: ReviewRow[] =
      phase === 'failed' ? [{ kind: 'failed', error, what: t('Merge requests could not be loaded'), retry }] : [];
    if (requests.length > 0) {
      const { generation } = shown;
      const rest: ReviewRow[] =
        more && phase === 'ready' ? [{ kind: 'moreRequests', group: row.group, count: items.length, generation }] : [];
      return [...requests, ...failed, ...rest];
    }
    if (phase === 'loading') return [{ kind: 'loading' }];
    return failed.length > 0 ? failed : [{ kind: 'note', text: emptyWords(row.group) }];
  }

  /** The same object while the record is the same, so that VS Code keeps selection and expansion. */
  #row(open: OpenProject, group: GroupName, request: MergeRequest): RequestItem {
    const key = `${group}-${request.iid}`;
    const known = this.#rows.get(key);
    if (known?.request === request) return known;
    const row: RequestItem = { kind: 'request', group, open, request };
    this.#rows.set(key, row);
    return row;
  }

  #partsOf(row: RequestItem): Promise<ReviewRow[]> {
    const place = this.#placeOf(row);
    const store = this.#stores.of(place);
    const key = placeKey(place);
    if (!this.#followed.has(key)) {
      const unfollow = store.onDidChange(() => this.#draw(row.request.iid));
      this.#followed.set(key, unfollow);
    }
    return requestParts(row, { store, changes: this.#changes, kept: this.#kept, log: this.#log });
  }

  #seen(kind: string, key: string): void {
    if (kind === 'moreRequests') void this.loadMore(key.slice(0, key.indexOf('-')) as GroupName);
    const row = kind === 'request' ? this.#rows.get(key) : undefined;
    if (row) void this.#facts.read(this.#placeOf(row), () => this.#draw(row.request.iid));
  }

  /** Draws a merge request anew, wherever it is listed. */
  #draw(iid: number): void {
    for (const row of this.#rows.values()) if (row.request.iid === iid) this.#changed.fire(row);
  }
}
