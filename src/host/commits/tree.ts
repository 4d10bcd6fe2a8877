import * as vscode from 'vscode';
import { isCancelled, requestFailure } from '../../client/errors.ts';
import { activeFilters, type CommitFilter, filterParameters } from '../../model/commitFilter.ts';
import { PagedList } from '../../model/pagedList.ts';
import { type Commit, listCommits } from '../../wire/commits.ts';
import type { Log } from '../log.ts';
import type { CurrentProject, OpenProject, ProjectState } from '../project/currentProject.ts';
import { VisibleRows } from '../visibleRows.ts';
import type { CommitChanges } from './changes.ts';
import type { CommitDetails, CommitPlace } from './details.ts';
import { describeFilter } from './filterWords.ts';
import { isEnded } from './pipelineState.ts';
import { type CommitItem, type CommitRow, treeItem } from './rows.ts';
import { commitTooltip } from './tooltip.ts';

interface CommitList {
  readonly open: OpenProject;
  readonly filter: CommitFilter;
  readonly pages: PagedList<Commit>;
  readonly generation: number;
}

/** The Commits view: the commits of the current project under a filter, page by page as they come into sight. */
export class CommitsView implements vscode.TreeDataProvider<CommitRow>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<CommitRow[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<CommitRow>;
  readonly #visible: VisibleRows;
  readonly #subscriptions: vscode.Disposable[];
  readonly #rows = new Map<string, CommitItem>();
  readonly #redraw = new Set<CommitItem>();
  #list: CommitList | undefined;
  #generation = 0;

  readonly #project: CurrentProject;
  readonly #details: CommitDetails;
  readonly #changes: CommitChanges;
  readonly #memento: vscode.Memento;
  readonly #log: Log;

  constructor(parts: {
    readonly project: CurrentProject;
    readonly details: CommitDetails;
    readonly changes: CommitChanges;
    readonly memento: vscode.Memento;
    readonly log: Log;
  }) {
    this.#project = parts.project;
    this.#details = parts.details;
    this.#changes = parts.changes;
    this.#memento = parts.memento;
    this.#log = parts.log;
    this.#visible = new VisibleRows((kind, key) => this.#seen(kind, key));
    this.#view = vscode.window.createTreeView('graft.commits', { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = [
      this.#changed,
      this.#visible,
      this.#view,
      parts.project.onDidChange((state) => this.#projectChanged(state)),
    ];
  }

  /** The commit selected in the view. */
  get selected(): CommitItem | undefined {
    const [row] = this.#view.selection;
    return row?.kind === 'commit' ? row : row?.kind === 'file' ? row.parent : undefined;
  }

  /** The commits loaded so far. */
  get loaded(): readonly CommitItem[] {
    return [...this.#rows.values()];
  }

  /** What the list is narrowed to. */
  get filter(): CommitFilter {
    return this.#list?.filter ?? {};
  }

  /** Narrows the list; remembered for the project. */
  async setFilter(filter: CommitFilter): Promise<void> {
    const open = this.#project.open;
    if (!open) return;
    await this.#memento.update(filterKey(open), filter);
    this.#show(open);
  }

  /** Loads the list anew; old rows stay until the new ones are there. Without a project, looks for one again. */
  async refresh(): Promise<void> {
    if (!this.#list || this.#project.state.kind !== 'ready') {
      await this.#project.find();
      return;
    }
    await this.#list.pages.refresh();
    this.#visible.again();
  }

  /** Loads the next page. */
  async loadMore(): Promise<void> {
    await this.#list?.pages.loadMore();
  }

  getTreeItem(row: CommitRow): vscode.TreeItem {
    return treeItem(row, row.kind === 'commit' ? this.#details.known(placeOf(row)) : undefined);
  }

  async getChildren(row?: CommitRow): Promise<CommitRow[]> {
    if (row === undefined) return this.#roots();
    return row.kind === 'commit' ? this.#files(row) : [];
  }

  getParent(row: CommitRow): CommitRow | undefined {
    return row.kind === 'file' ? row.parent : undefined;
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    row: CommitRow,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (row.kind === 'commit') item.tooltip = await commitTooltip(row.commit, placeOf(row), this.#details, token);
    return item;
  }

  dispose(): void {
    this.#list?.pages.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #projectChanged(state: ProjectState): void {
    if (state.kind === 'ready') {
      const shown = this.#list?.open;
      if (shown?.account.id !== state.account.id || shown.project.id !== state.project.id) this.#show(state);
      else this.#again();
      return;
    }
    // signing out or losing the project must not leave its rows behind
    if (state.kind !== 'failed') this.#close();
    this.#changed.fire(undefined);
  }

  /** The project is the same, but it could not be read in between, or the account has another token now. */
  #again(): void {
    if (this.#list?.pages.state.phase === 'failed') void this.#list.pages.refresh();
    else this.#changed.fire(undefined);
  }

  #close(): void {
    this.#list?.pages.dispose();
    this.#list = undefined;
    this.#rows.clear();
    this.#view.description = '';
  }

  #show(open: OpenProject): void {
    this.#close();
    const filter = this.#memento.get<CommitFilter>(filterKey(open)) ?? {};
    const generation = (this.#generation += 1);
    const perPage = vscode.workspace.getConfiguration('graft.commits').get<number>('pageSize') ?? 40;
    const load = (page: number, signal: AbortSignal) =>
      open.client.send(
        listCommits,
        { id: open.project.id, ...filterParameters(filter), page, per_page: perPage },
        { signal },
      );
    const pages = new PagedList(load, () => this.#changed.fire(undefined));
    this.#list = { open, filter, pages, generation };
    this.#view.description = [open.project.path_with_namespace, describeFilter(filter)].filter(Boolean).join(' · ');
    void vscode.commands.executeCommand('setContext', 'graft.commits.filtered', activeFilters(filter).length > 0);
    void pages.refresh();
  }

  #roots(): CommitRow[] {
    this.#project.start();
    const { state } = this.#project;
    if (state.kind === 'starting') return [{ kind: 'loading' }];
    if (state.kind === 'failed') return [this.#failed(vscode.l10n.t('The project could not be read'), state.error)];
    if (state.kind !== 'ready' || !this.#list) return [];
    return this.#commitRows(this.#list);
  }

  #commitRows({ open, filter, pages, generation }: CommitList): CommitRow[] {
    const { items, phase, more, error } = pages.state;
    if (phase === 'failed' && items.length === 0 && isEmptyRepository(open, error)) {
      return [{ kind: 'note', text: vscode.l10n.t('The repository is empty: there are no commits yet.') }];
    }
    const commits = this.#keepRows(open, items);
    const failed = phase === 'failed' ? [this.#failed(vscode.l10n.t('Commits could not be loaded'), error)] : [];
    if (commits.length > 0) {
      const rest: CommitRow[] = more && phase === 'ready' ? [{ kind: 'more', count: commits.length, generation }] : [];
      return [...commits, ...failed, ...rest];
    }
    if (phase === 'loading') return [{ kind: 'loading' }];
    if (failed.length > 0) return failed;
    const narrowed = activeFilters(filter).length > 0;
    return [
      { kind: 'note', text: narrowed ? vscode.l10n.t('No commit matches the filter.') : vscode.l10n.t('No commits.') },
    ];
  }

  /** The same object for the same commit, so that VS Code keeps selection and expansion. */
  #keepRows(open: OpenProject, commits: readonly Commit[]): CommitItem[] {
    const rows = commits.map((commit) => this.#rows.get(commit.id) ?? ({ kind: 'commit', open, commit } as const));
    this.#rows.clear();
    for (const row of rows) this.#rows.set(row.commit.id, row);
    return rows;
  }

  #failed(what: string, error: unknown): CommitRow {
    return { kind: 'failed', error, what, retry: 'graft.commits.refresh' };
  }

  async #files(row: CommitItem): Promise<CommitRow[]> {
    try {
      const changes = await this.#changes.all(placeOf(row), new AbortController().signal);
      if (changes.length === 0) return [{ kind: 'note', text: vscode.l10n.t('This commit changes no files.') }];
      return changes.map((change) => ({ kind: 'file', parent: row, change }));
    } catch (error) {
      this.#log.error('The files of a commit could not be loaded.', error);
      return [this.#failed(vscode.l10n.t('Files could not be loaded'), error)];
    }
  }

  #seen(kind: string, key: string): void {
    if (kind === 'more') void this.loadMore();
    const row = kind === 'commit' ? this.#rows.get(key) : undefined;
    if (row) void this.#readState(row);
  }

  /** Reads the pipeline state of a commit in sight; one that has ended is never asked for again. */
  async #readState(row: CommitItem): Promise<void> {
    if (vscode.workspace.getConfiguration('graft.commits').get<boolean>('pipelineState') === false) return;
    const place = placeOf(row);
    if (isEnded(this.#details.known(place)?.status)) return;
    try {
      const before = this.#details.known(place)?.status;
      const detail = await this.#details.read(place, { fresh: true });
      if (detail.status !== before) this.#drawSoon(row);
    } catch (error) {
      if (!isCancelled(error))
        this.#log.error(`The pipeline state of ${row.commit.short_id} could not be read.`, error);
    }
  }

  /** States come one by one; the rows are drawn together. */
  #drawSoon(row: CommitItem): void {
    if (this.#redraw.size === 0) {
      setTimeout(() => {
        const rows = [...this.#redraw].filter((one) => this.#rows.get(one.commit.id) === one);
        this.#redraw.clear();
        if (rows.length > 0) this.#changed.fire(rows);
      }, 100);
    }
    this.#redraw.add(row);
  }
}

/** Where the commit of a row is read. */
export const placeOf = ({ open, commit }: Pick<CommitItem, 'open' | 'commit'>): CommitPlace => ({
  client: open.client,
  account: open.account.id,
  project: open.project.id,
  sha: commit.id,
});

const filterKey = ({ account, project }: OpenProject): string => `graft.commits.filter ${account.id} ${project.id}`;

/** An empty repository answers a list of commits with 404. */
export const isEmptyRepository = ({ project }: OpenProject, error: unknown): boolean =>
  requestFailure(error, 'notFound') !== undefined && (project.empty_repo === true || project.default_branch == null);
