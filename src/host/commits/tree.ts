import * as vscode from 'vscode';
import { isCancelled } from '../../client/errors.ts';
import { activeFilters, type CommitFilter, readFilter } from '../../model/commitFilter.ts';
import { changedFile, mayBeCut } from '../../model/fileChange.ts';
import type { ComparedRefs } from '../../model/refComparison.ts';
import type { Log } from '../log.ts';
import type { CurrentProject, OpenProject, ProjectState } from '../project/currentProject.ts';
import { withoutProject } from '../rows.ts';
import { TreeChanges } from '../treeChanges.ts';
import { VisibleRows } from '../visibleRows.ts';
import type { CommitChanges } from './changes.ts';
import { Comparison } from './comparison.ts';
import type { CommitDetails, CommitPlace } from './details.ts';
import type { CommitFacts } from './facts.ts';
import { History } from './history.ts';
import { isEnded } from './pipelineState.ts';
import { type CommitItem, type CommitRow, treeItem } from './rows.ts';
import type { ShownList } from './shownList.ts';
import { placeOfSubject, subjectOf } from './subject.ts';
import { commitTooltip } from './tooltip.ts';

/** The Commits view: the history of the current project under a filter, or what lies between two refs. */
export class CommitsView implements vscode.TreeDataProvider<CommitRow>, vscode.Disposable {
  readonly #changed = new TreeChanges<CommitRow>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<CommitRow>;
  readonly #visible: VisibleRows;
  readonly #subscriptions: vscode.Disposable[];
  #shown: ShownList | undefined;
  /** The commits shown, by hash. */
  #rows: ReadonlyMap<string, CommitItem> = new Map();
  #generation = 0;
  #reading: Promise<void> = Promise.resolve();

  readonly #project: CurrentProject;
  readonly #details: CommitDetails;
  readonly #facts: CommitFacts;
  readonly #changes: CommitChanges;
  readonly #memento: vscode.Memento;
  readonly #log: Log;

  constructor(parts: {
    readonly project: CurrentProject;
    readonly details: CommitDetails;
    readonly facts: CommitFacts;
    readonly changes: CommitChanges;
    readonly memento: vscode.Memento;
    readonly log: Log;
  }) {
    this.#project = parts.project;
    this.#details = parts.details;
    this.#facts = parts.facts;
    this.#changes = parts.changes;
    this.#memento = parts.memento;
    this.#log = parts.log;
    this.#visible = new VisibleRows((kind, key) => this.#seen(kind, key));
    this.#view = vscode.window.createTreeView('graft.commits', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.#subscriptions = [
      this.#changed,
      this.#visible,
      this.#view,
      parts.project.onDidChange((state) => this.#projectChanged(state)),
    ];
  }

  /** The commit selected first in the view. */
  get selected(): CommitItem | undefined {
    return this.selectedAll[0];
  }

  /** The commits selected in the view; that of a file when a file is. */
  get selectedAll(): readonly CommitItem[] {
    const rows = this.#view.selection.flatMap((row) =>
      row.kind === 'commit' ? [row] : row.kind === 'file' ? [row.parent] : [],
    );
    return [...new Set(rows)];
  }

  /** The commits loaded so far. */
  get loaded(): readonly CommitItem[] {
    return this.#shown?.commits ?? [];
  }

  /** Resolves once the first rows of what is shown are there, or could not be read. */
  get firstRows(): Promise<void> {
    return this.#reading;
  }

  /** What the history is narrowed to. */
  get filter(): CommitFilter {
    if (this.#shown instanceof History) return this.#shown.filter;
    const { open } = this.#project;
    return open ? this.#kept(open) : {};
  }

  /** The comparison that is shown; undefined while the view shows the history. */
  get comparison(): Comparison | undefined {
    return this.#shown instanceof Comparison ? this.#shown : undefined;
  }

  /** Narrows the history and shows it; remembered for the project. */
  async setFilter(filter: CommitFilter): Promise<void> {
    const open = this.#project.open;
    if (!open) return;
    await this.#memento.update(filterKey(open), filter);
    this.#showHistory(open);
  }

  /** Shows what lies between two refs in place of the history, until the history is shown again. */
  async compare(open: OpenProject, refs: ComparedRefs): Promise<void> {
    await this.#show(new Comparison(open, refs, () => this.#listChanged()));
  }

  /** Shows the history again. */
  endComparison(): void {
    const open = this.#project.open;
    if (open && this.comparison) this.#showHistory(open);
  }

  /** Brings the view into sight. */
  async reveal(): Promise<void> {
    await vscode.commands.executeCommand('graft.commits.focus');
  }

  /** Loads the list anew; old rows stay until the new ones are there. Without a project, looks for one again. */
  async refresh(): Promise<void> {
    if (!this.#shown || this.#project.state.kind !== 'ready') {
      await this.#project.find();
      return;
    }
    await this.#shown.refresh();
    this.#visible.again();
  }

  /** Loads the next page. */
  async loadMore(): Promise<void> {
    await this.#shown?.loadMore();
  }

  /** Shows the commits after or before those that are shown, where the list is too long to be held whole. */
  async turn(to: 'older' | 'newer'): Promise<void> {
    if (!(this.#shown instanceof History)) return;
    const row = await (to === 'older' ? this.#shown.later() : this.#shown.earlier());
    if (row && this.#view.visible) await this.#view.reveal(row, { select: false, focus: true });
  }

  getTreeItem(row: CommitRow): vscode.TreeItem {
    return treeItem(row, row.kind === 'commit' ? this.#details.known(placeOf(row)) : undefined);
  }

  async getChildren(row?: CommitRow): Promise<CommitRow[]> {
    if (row === undefined) return this.#roots();
    if (row.kind === 'commit') return this.#files(row);
    return [...(this.#shown?.below(row) ?? [])];
  }

  getParent(row: CommitRow): CommitRow | undefined {
    return row.kind === 'file' ? row.parent : this.#shown?.parentOf(row);
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    row: CommitRow,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (row.kind !== 'commit') return item;
    const sources = { details: this.#details, facts: this.#facts };
    item.tooltip = await commitTooltip(row.commit, placeOf(row), sources, token);
    return item;
  }

  dispose(): void {
    this.#shown?.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #projectChanged(state: ProjectState): void {
    if (state.kind === 'ready') {
      const shown = this.#shown?.open;
      if (shown?.account.id !== state.account.id || shown.project.id !== state.project.id) this.#showHistory(state);
      else if (this.#shown?.isFailed) void this.#shown.refresh();
      else this.#changed.fire();
      return;
    }
    // signing out or losing the project must not leave its rows behind
    if (state.kind !== 'failed') this.#close();
    this.#changed.fire();
  }

  #close(): void {
    this.#shown?.dispose();
    this.#shown = undefined;
    this.#rows = new Map();
    this.#view.description = '';
    this.#view.message = '';
  }

  #kept(open: OpenProject): CommitFilter {
    return readFilter(this.#memento.get(filterKey(open)));
  }

  #showHistory(open: OpenProject): void {
    const filter = this.#kept(open);
    const generation = (this.#generation += 1);
    const perPage = vscode.workspace.getConfiguration('graft.commits').get<number>('pageSize') ?? 40;
    const changed = (): void => this.#listChanged();
    void this.#show(new History({ open, filter, changes: this.#changes, perPage, generation, changed }));
  }

  async #show(list: ShownList): Promise<void> {
    this.#close();
    this.#shown = list;
    this.#view.description = list.description;
    this.#view.message = list.message;
    const isFiltered = list instanceof History && activeFilters(list.filter).length > 0;
    void vscode.commands.executeCommand('setContext', 'graft.commits.filtered', isFiltered);
    void vscode.commands.executeCommand('setContext', 'graft.commits.comparing', list instanceof Comparison);
    this.#changed.fire();
    this.#reading = list.refresh();
    await this.#reading;
    this.#project.confirm();
  }

  #listChanged(): void {
    this.#rows = new Map(this.#shown?.commits.map((row) => [row.commit.id, row]));
    this.#changed.fire();
  }

  #roots(): CommitRow[] {
    this.#project.start();
    const { state } = this.#project;
    if (state.kind !== 'ready') return [...withoutProject(state, 'graft.commits.refresh')];
    return [...(this.#shown?.rows() ?? [])];
  }

  async #files(row: CommitItem): Promise<CommitRow[]> {
    try {
      const changes = await this.#changes.all(placeOf(row), new AbortController().signal);
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
      // another list may be shown by now
      if (detail.status !== before && this.#rows.get(row.commit.id) === row) this.#changed.fire(row);
    } catch (error) {
      if (!isCancelled(error)) this.#log.error(`The pipeline state of ${row.commit.id} could not be read.`, error);
    }
  }
}

const placeOf = (row: CommitItem): CommitPlace => placeOfSubject(subjectOf(row));

const filterKey = ({ account, project }: OpenProject): string => `graft.commits.filter ${account.id} ${project.id}`;
