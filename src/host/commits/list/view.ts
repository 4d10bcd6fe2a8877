import * as vscode from '../../vscode.ts';
import { isUnreachable } from '../../../client/errors.ts';
import { type Account, accountName } from '../../../model/account.ts';
import { activeFilters, type CommitFilter, readFilter } from '../../../model/commits/commitFilter.ts';
import { changedFile, mayBeCut } from '../../../model/fileChange.ts';
import type { ComparedRefs } from '../../../model/commits/refComparison.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { Clients } from '../../shell/clients.ts';
import type { CurrentBranch } from '../../shell/currentBranch.ts';
import { age, visible } from '../../kit/words/format.ts';
import { setContextKey } from '../../shell/contextKeys.ts';
import type { Log } from '../../shell/log.ts';
import { type CurrentProject, type OpenProject, projectKey, type ProjectState } from '../../shell/currentProject.ts';
import { ProjectTree } from '../../kit/trees/tree.ts';
import { VisibleRows } from '../../kit/trees/visibleRows.ts';
import { stored, type Stored } from '../../shell/storedValue.ts';
import type { CommitChanges } from '../changes.ts';
import { Comparison } from '../compare/comparison.ts';
import type { CommitDetails } from '../details.ts';
import type { CommitFacts } from '../commitPage/facts.ts';
import { History } from './history.ts';
import { ListedCommits } from './listedCommits.ts';
import type { LivePipelines } from './livePipelines.ts';
import { type CommitItem, type CommitRow, treeItem } from './rows.ts';
import { RememberedCommits, type RememberedRows } from './rememberedCommits.ts';
import type { ShownList } from './shownList.ts';
import { areStatesShown, RowStates } from './rowStates.ts';
import { placeOfRow } from '../subject.ts';
import { commitTooltip } from './tooltip.ts';
import { showView } from '../../kit/areaCommands.ts';

/** The Commits view: a filtered history or a comparison. Follows the checked-out branch unless the filter names a ref. */
export class CommitsView extends ProjectTree<CommitRow> {
  readonly #visible: VisibleRows;
  #shown: ShownList | undefined;
  /** By SHA. */
  #rows: ReadonlyMap<string, CommitItem> = new Map();
  #generation = 0;
  /** Account of the last opened project; a new token makes a new object. */
  #account: Account | undefined;
  #reading: Promise<void> = Promise.resolve();
  readonly #states: RowStates;
  /** Rows of the last session, shown until the server answers. */
  #last: RememberedRows | undefined;
  /** Resolves when the server has answered or no answer is expected. */
  readonly #answered = Promise.withResolvers<void>();

  readonly #details: CommitDetails;
  readonly #facts: CommitFacts;
  readonly #listed = new ListedCommits();
  readonly #changes: CommitChanges;
  readonly #memento: vscode.Memento;
  readonly #remembered: RememberedCommits;
  readonly #branch: CurrentBranch;
  readonly #log: Log;

  constructor(parts: {
    readonly project: CurrentProject;
    readonly currentBranch: CurrentBranch;
    readonly details: CommitDetails;
    readonly facts: CommitFacts;
    readonly changes: CommitChanges;
    readonly pipelines: () => Promise<LivePipelines>;
    readonly memento: vscode.Memento;
    readonly accounts: AccountStore;
    readonly clients: Clients;
    readonly log: Log;
  }) {
    super(parts.project, 'graft.commits.refresh', (treeDataProvider) =>
      vscode.window.createTreeView('graft.commits', { treeDataProvider, showCollapseAll: true, canSelectMany: true }),
    );
    this.#details = parts.details;
    this.#facts = parts.facts;
    this.#changes = parts.changes;
    this.#memento = parts.memento;
    this.#log = parts.log;
    this.#branch = parts.currentBranch;
    this.#remembered = new RememberedCommits(parts.memento);
    this.#last = this.#remembered.read(parts);
    if (this.#last) this.#showWaiting();
    this.#visible = this.own(new VisibleRows((kind, key) => this.#seen(kind, key)));
    this.own(parts.project.onDidChange(({ kind }) => this.#removeLastUnless(kind)));
    this.own(parts.currentBranch.onDidChange(() => void this.#follow()));
    this.#states = this.own(
      new RowStates({
        ...parts,
        view: this.view,
        visible: this.#visible,
        loaded: () => this.loaded,
        redraw: (row) => this.redraw(row),
      }),
    );
  }

  get selected(): CommitItem | undefined {
    return this.selectedAll[0];
  }

  /** The selected commits; for a selected file its commit. */
  get selectedAll(): readonly CommitItem[] {
    const rows = this.view.selection.flatMap((row) =>
      row.kind === 'commit' ? [row] : row.kind === 'file' ? [row.parent] : [],
    );
    return [...new Set(rows)];
  }

  get loaded(): readonly CommitItem[] {
    return this.#shown?.commits ?? [];
  }

  /** Resolves once the first rows are loaded or failed. */
  get firstRows(): Promise<void> {
    return this.#reading;
  }

  get filter(): CommitFilter {
    if (this.#shown instanceof History) return this.#shown.filter;
    const { open } = this.project;
    return open ? this.#filterOf(open).get() : {};
  }

  /** Ref of the shown history, with a note on the followed branch; undefined while unknown. */
  get shownBranch(): string | undefined {
    return this.#shown instanceof History ? this.#shown.branch : undefined;
  }

  /** Undefined while the history is shown. */
  get comparison(): Comparison | undefined {
    return this.#shown instanceof Comparison ? this.#shown : undefined;
  }

  /** Stores the filter for the project and shows the history. */
  async setFilter(filter: CommitFilter): Promise<void> {
    const open = this.project.open;
    if (!open) return;
    await this.#filterOf(open).put(filter);
    this.#showHistory(open);
  }

  /** Shows a comparison until `endComparison` or a new filter. */
  async compare(open: OpenProject, refs: ComparedRefs): Promise<void> {
    // stored rows belong to a history
    this.#removeLast();
    const filesFirst = stored(this.#memento, 'graft.commits.filesFirst', (value) => value === true);
    await this.#show(new Comparison(open, refs, filesFirst, () => this.#listChanged()));
  }

  endComparison(): void {
    const open = this.project.open;
    if (open && this.comparison) this.#showHistory(open);
  }

  async reveal(): Promise<void> {
    await showView('graft.commits');
  }

  /** Reloads the list, keeping the old rows until then. Without a project, looks for one again. */
  async refresh(): Promise<void> {
    if (!this.#shown || this.project.state.kind !== 'ready') {
      await this.project.find();
      return;
    }
    const list = this.#shown;
    await list.refresh();
    this.#remember(list);
    this.project.confirm();
    // ended pipelines may have been retried
    this.#states.readAgain({ withEnded: true });
  }

  async loadMore(): Promise<void> {
    await this.#shown?.loadMore();
  }

  /** Moves a long history on to older commits or back. */
  async turn(to: 'older' | 'newer'): Promise<void> {
    if (!(this.#shown instanceof History)) return;
    const row = await (to === 'older' ? this.#shown.later() : this.#shown.earlier());
    if (row && this.view.visible) await this.view.reveal(row, { select: false, focus: true });
  }

  getTreeItem(row: CommitRow): vscode.TreeItem {
    return treeItem(row, row.kind === 'commit' ? this.#details.known(placeOfRow(row)) : undefined);
  }

  override async getChildren(row?: CommitRow): Promise<CommitRow[]> {
    if (row !== undefined) return super.getChildren(row);
    this.project.start();
    return this.#lastRows() ?? super.getChildren();
  }

  getParent(row: CommitRow): CommitRow | undefined {
    return row.kind === 'file' ? row.parent : this.#shown?.parentOf(row);
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    row: CommitRow,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (row.kind !== 'commit' || row.commit.id === '') return item;
    const sources = {
      details: this.#details,
      facts: this.#facts,
      // saves a request per commit when pipelines are off
      ...(areStatesShown() ? {} : { listed: this.#listed, filter: this.filter }),
    };
    item.tooltip = await commitTooltip(row.commit, placeOfRow(row), sources, token);
    return item;
  }

  override dispose(): void {
    this.#answered.resolve();
    this.#shown?.dispose();
    super.dispose();
  }

  protected roots(): CommitRow[] {
    return [...(this.#shown?.rows() ?? [])];
  }

  protected below(row: CommitRow): CommitRow[] | Promise<CommitRow[]> {
    return row.kind === 'commit' ? this.#files(row) : [...(this.#shown?.below(row) ?? [])];
  }

  protected override opened(open: OpenProject): void {
    this.#showHistory(open);
    this.#readStatesOf(open.account);
  }

  protected override openedAgain(open: OpenProject): void {
    if (this.#shown?.isFailed) void this.#shown.refresh();
    this.#readStatesOf(open.account);
  }

  protected override closed(): void {
    this.#shown?.dispose();
    this.#shown = undefined;
    this.#rows = new Map();
    this.#describe();
  }

  /** Drops stored rows without a project; deletes them on sign-out. */
  #removeLastUnless(state: ProjectState['kind']): void {
    if (state !== 'ready') this.#removeLast();
    if (state === 'signedOut') void this.#remembered.delete();
  }

  /** A new token may have more access. */
  #readStatesOf(account: Account): void {
    if (this.#account !== account) this.#states.readAgain();
    this.#account = account;
  }

  #filterOf(open: OpenProject): Stored<CommitFilter> {
    return stored(this.#memento, `graft.commits.filter ${projectKey(open)}`, readFilter);
  }

  #showHistory(open: OpenProject): void {
    const filter = this.#filterOf(open).get();
    const generation = (this.#generation += 1);
    const perPage = vscode.workspace.getConfiguration('graft.commits').get<number>('pageSize') ?? 40;
    const listeners = { changed: () => this.#listChanged(), described: () => this.#branchKnown() };
    const checkedOut = async () => this.project.open && this.#branch.of(this.project.open);
    void this.#show(
      new History({ open, filter, changes: this.#changes, perPage, generation, checkedOut, ...listeners }),
    );
  }

  async #follow(): Promise<void> {
    const list = this.#shown;
    if (list instanceof History && (await list.follow()) && list === this.#shown) this.#showHistory(list.open);
  }

  /** Drops stored rows of another branch. */
  #branchKnown(): void {
    const stoodIn = this.#last !== undefined;
    if (this.#lastRows() !== undefined) return;
    this.#describe();
    if (stoodIn) this.redraw();
  }

  async #show(list: ShownList): Promise<void> {
    this.closed();
    this.#shown = list;
    this.#describe();
    const isFiltered = list instanceof History && activeFilters(list.filter).length > 0;
    setContextKey('graft.commits.filtered', isFiltered);
    setContextKey('graft.commits.comparing', list instanceof Comparison);
    this.#drawAgain();
    this.#reading = list.refresh();
    await this.#reading;
    this.#remember(list);
    // VS Code asks for decorations of a known URI only once, which is how visible rows are detected
    this.#visible.again();
    this.project.confirm();
  }

  #remember(list: ShownList): void {
    if (list !== this.#shown || !(list instanceof History) || list.isFailed) return;
    this.#remembered.keep(list.open, list, list.commits).catch((error: unknown) => {
      this.#log.error('The rows of the Commits view could not be remembered.', error);
    });
  }

  #removeLast(): void {
    if (this.#last === undefined) return;
    this.#last = undefined;
    this.#answered.resolve();
    this.#describe();
  }

  /** Shows the view's progress bar until the server answers. */
  #showWaiting(): void {
    const location = { viewId: 'graft.commits' };
    void vscode.window.withProgress({ location }, () => this.#answered.promise);
  }

  /** Describes the list; for stored rows with their age. */
  #describe(): void {
    const { account, project } = this.#last?.open ?? {};
    const place = account && project && visible(`${accountName(account)} · ${project.path_with_namespace}`);
    const description =
      this.#last === undefined
        ? this.#shown?.description
        : vscode.l10n.t('as of {0} · {1}', age(this.#last.readAt), place ?? '');
    this.describe(description ?? '', this.#shown?.message);
  }

  /** Stored rows, while waiting for an answer and matching the list to come. */
  #lastRows(): CommitRow[] | undefined {
    const last = this.#last;
    if (last === undefined || last.rows.length === 0) return undefined;
    const { state } = this.project;
    const away = this.#away();
    const isWaiting =
      state.kind === 'starting' || (state.kind === 'ready' && this.#shown?.isLoading !== false) || away.length > 0;
    if (
      !isWaiting ||
      (state.kind === 'ready' && !last.isOf(state, this.#shown instanceof History ? this.#shown : this))
    ) {
      this.#removeLast();
      return undefined;
    }
    this.#describe();
    return [...away, ...last.rows];
  }

  /** The failure of a list whose server is away, as a row above stored ones. */
  #away(): CommitRow[] {
    if (this.#last === undefined || this.#shown?.isFailed !== true) return [];
    const asOfMs = Date.parse(this.#last.readAt);
    return this.roots().flatMap((row) =>
      row.kind === 'failed' && isUnreachable(row.error) ? [{ ...row, asOfMs }] : [],
    );
  }

  /** Redraws the tree unless stored rows stay: VS Code would delay the change that follows. */
  #drawAgain(): void {
    const [first] = this.#lastRows() ?? [];
    if (first?.kind === 'failed') this.#answered.resolve();
    if (first === undefined || first.kind === 'failed') this.redraw();
  }

  #listChanged(): void {
    if (this.#shown?.isLoading === false && this.#away().length === 0) this.#removeLast();
    this.#rows = new Map(this.#shown?.commits.map((row) => [row.commit.id, row]));
    this.#drawAgain();
  }

  async #files(row: CommitItem): Promise<CommitRow[]> {
    try {
      const changes = await this.#changes.all(placeOfRow(row), new AbortController().signal);
      if (changes.length === 0) return [{ kind: 'note', text: vscode.l10n.t('This commit changes no files.') }];
      const files = changes.map((change): CommitRow => ({ kind: 'file', parent: row, change: changedFile(change) }));
      if (mayBeCut(changes)) {
        const text = vscode.l10n.t('The server lists no more than {0} files; there may be others.', changes.length);
        files.push({ kind: 'note', text });
      }
      return files;
    } catch (error) {
      this.#log.error('The files of a commit could not be loaded.', error);
      const what = vscode.l10n.t('Files could not be loaded');
      return [{ kind: 'failed', error, what, retry: 'graft.commits.refresh' }];
    }
  }

  #seen(kind: string, key: string): void {
    if (kind === 'more') void this.loadMore();
    const row = kind === 'commit' ? this.#rows.get(key) : undefined;
    if (row) this.#states.seen(row);
  }
}
