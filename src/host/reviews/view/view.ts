import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { ReviewStores } from '../../../model/reviews/reviewStores.ts';
import type { MergeRequestChanges } from '../../../model/reviews/mergeRequestFiles.ts';
import type { Log } from '../../shell/log.ts';
import { setContextKey } from '../../shell/contextKeys.ts';
import { shaped, type Stored, stored } from '../../shell/storedValue.ts';
import type { Clients } from '../../shell/clients.ts';
import type { CurrentBranch } from '../../shell/currentBranch.ts';
import type { CurrentProject, OpenProject } from '../../shell/currentProject.ts';
import { listRows } from '../../kit/trees/rows.ts';
import { livenessWord } from '../../kit/serverChanges.ts';
import { ProjectTree } from '../../kit/trees/tree.ts';
import { VisibleRows } from '../../kit/trees/visibleRows.ts';
import { isViewed, viewedCount } from '../../../model/reviews/viewedFiles.ts';
import type { InReview } from '../files/inReview.ts';
import type { UnsentComments } from '../drafts/unsentComments.ts';
import { markChecked } from '../publish/markChecked.ts';
import type { SinceReview } from '../files/sinceReview.ts';
import { sinceRows } from './sinceRows.ts';
import { placeOfReview } from '../subject.ts';
import type { ViewedFiles } from '../files/viewedMarks.ts';
import type { StoredMergeRequests } from './storedMergeRequests.ts';
import { MergeRequestFactsReader } from './mergeRequestFacts.ts';
import type { Group, Listed } from './mergeRequestGroups.ts';
import { MergeRequestFilesReader } from './treeFiles.ts';
import { commitRows, keptRows, mergeRequestRows } from './mergeRequestRows.ts';
import { isOfBranch, ShownGroups } from './shownGroups.ts';
import type { LiveReviews } from './live.ts';
import { reviewItem, tooltipOf } from './items.ts';
import {
  type GroupItem,
  type GroupName,
  type MergeRequestFacts,
  type MergeRequestItem,
  mergeRequestKey,
  type ReviewRow,
} from './rows.ts';

const retry = 'graft.reviews.refresh';

interface Parts {
  readonly project: CurrentProject;
  readonly branch: CurrentBranch;
  readonly clients: Clients;
  readonly stores: ReviewStores;
  readonly changes: MergeRequestChanges;
  readonly unsent: UnsentComments;
  readonly viewed: ViewedFiles;
  readonly fileTree: Stored<boolean>;
  readonly since: SinceReview;
  readonly pinned: StoredMergeRequests;
  readonly inReview: InReview;
  readonly live: LiveReviews;
  readonly log: Log;
  readonly memento: vscode.Memento;
  readonly view: vscode.TreeView<ReviewRow>;
}

/** The Reviews view: review requests, own merge requests and that of the current branch. */
export class ReviewsView extends ProjectTree<ReviewRow> {
  readonly #visible: VisibleRows;
  readonly #rows = new Map<string, MergeRequestItem>();
  /** Rows last drawn, by group. */
  readonly #drawn = new Map<GroupName, string>();
  readonly #facts: MergeRequestFactsReader;
  readonly #followed = new Map<string, () => void>();
  readonly #files: MergeRequestFilesReader;
  /** Merge requests with a resolved tooltip. */
  readonly #pointedAt = new Set<MergeRequestItem>();
  readonly #opened = this.own(new vscode.EventEmitter<void>());
  readonly #groups: ShownGroups;
  /** Rows whose unsaved texts VS Code shows while the rest is read. */
  readonly #begun = new WeakSet<MergeRequestItem>();
  #shown: OpenProject | undefined;
  /** Names of the drawn groups. */
  #groupsDrawn = '';
  #generation = 0;

  readonly #parts: Parts;
  readonly #search: Stored<string>;

  constructor(parts: Parts) {
    super(parts.project, retry, parts.view);
    this.#parts = parts;
    this.#search = stored(parts.memento, 'graft.reviews.search', shaped(v.string(), ''));
    this.#groups = this.own(new ShownGroups(parts, (group) => this.#listChanged(group)));
    this.#facts = new MergeRequestFactsReader(parts.stores, parts.inReview, parts.log);
    this.#files = new MergeRequestFilesReader(parts.changes, parts.log, (key) => this.drawPlace(key));
    this.#visible = this.own(new VisibleRows((kind, key) => this.#seen(kind, key)));
    this.own(parts.inReview.onDidChange(() => this.#readAgain('inReview')));
    this.own(parts.pinned.onDidChange(() => this.#readAgain('pinned')));
    this.own(parts.branch.onDidChange(() => void this.#branchChanged()));
    this.own(parts.unsent.onDidChange((unsent) => this.#textsChanged(unsent)));
    this.own(parts.viewed.onDidChange((key) => (key === undefined ? this.redraw() : this.drawPlace(key))));
    this.own(parts.view.onDidChangeCheckboxState(({ items }) => void markChecked(parts, items)));
    this.own(parts.live.onDidChangeOverall(() => this.#describeShown()));
    const { open } = parts.project;
    if (open) void this.#show(open);
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.view.onDidChangeVisibility;
  }

  /** Fires on the first expansion of a merge request. */
  get onDidOpen(): vscode.Event<void> {
    return this.#opened.event;
  }

  get selected(): ReviewRow | undefined {
    return this.view.selection[0];
  }

  get loaded(): readonly MergeRequestItem[] {
    return [...this.#rows.values()];
  }

  get branch(): Pick<ShownGroups, 'request' | 'onDidListRequest'> {
    return this.#groups;
  }

  /** Merge requests expanded so far. */
  get expanded(): readonly ReviewPlace[] {
    return this.loaded.map((row) => placeOfReview(row)).filter((place) => this.#followed.has(placeKey(place)));
  }

  /** Number of review requests and known drafts; undefined when zero. */
  get badge(): vscode.ViewBadge | undefined {
    return this.view.badge;
  }

  /** Empty for none. */
  get search(): string {
    return this.#search.get();
  }

  /** Shows search results as a group; empty removes the group. */
  async searchFor(text: string): Promise<void> {
    await this.#search.put(text);
    if (this.project.open) await this.#show(this.project.open);
  }

  /** Reloads the lists, keeping old rows until then. Skips the group of open merge requests until it is expanded. */
  async refresh(): Promise<void> {
    if (!this.#shown || this.project.state.kind !== 'ready') {
      await this.project.find();
      return;
    }
    this.#facts.outdate();
    await this.#groups.refresh(({ item, pages }) => item.group !== 'open' || pages.state.phase !== 'loading');
    const stores = this.loaded.flatMap((row) => this.#parts.stores.known(placeOfReview(row)) ?? []);
    await Promise.all(stores.filter(({ state }) => state.phase !== 'unread').map((store) => store.load()));
    for (const row of this.loaded) this.redraw(row);
    this.#visible.again();
  }

  /** Refreshes the lists that a new merge request of the user's belongs to. */
  async created(): Promise<void> {
    await this.#groups.created();
  }

  /** Loads the next page, or retries a failed one. */
  async loadMore(group: GroupName): Promise<void> {
    await this.#groups.find(group)?.pages.loadMore();
  }

  /** Refreshes a changed merge request, its lists and the review requests. */
  refreshPlace(place: ReviewPlace): void {
    void this.#facts.readAgain(place, () => this.drawPlace(placeKey(place)));
    void this.#groups.refresh(
      ({ item, pages }) => item.group === 'review' || pages.state.items.some(({ iid }) => iid === place.iid),
    );
  }

  /** Redraws a merge request in all groups. */
  drawPlace(key: string, among: Iterable<MergeRequestItem> = this.#rows.values()): void {
    for (const row of among) if (placeKey(placeOfReview(row)) === key) this.redraw(row);
    this.#drawBadge();
  }

  /** VS Code keeps a resolved tooltip until the row is redrawn. */
  livenessChanged(key: string): void {
    this.drawPlace(key, this.#pointedAt);
  }

  getTreeItem(row: ReviewRow): vscode.TreeItem {
    if (row.kind === 'request') this.#pointedAt.delete(row);
    return reviewItem(row, this.#factsOf, (file) => isViewed(this.#parts.viewed.of(placeOfReview(file.parent)), file));
  }

  resolveTreeItem(item: vscode.TreeItem, row: ReviewRow): vscode.TreeItem {
    if (row.kind === 'request') this.#pointedAt.add(row);
    item.tooltip ??= tooltipOf(item, row, this.#factsOf);
    return item;
  }

  readonly #factsOf = (mergeRequest: MergeRequestItem): MergeRequestFacts => {
    const place = placeOfReview(mergeRequest);
    return {
      ...this.#facts.of(place),
      isPinned: this.#parts.pinned.has(place),
      place: this.#groups.places.get(placeKey(place)),
      kept: this.#parts.unsent.of(place).length,
      viewed: viewedCount(this.#parts.changes.known(place), this.#parts.viewed.of(place)),
      liveness: this.#parts.live.livenessOf(place),
    };
  };

  protected below(row: ReviewRow): ReviewRow[] | Promise<ReviewRow[]> {
    if (row.kind === 'group') return this.#requests(row);
    if (row.kind === 'sinceReview') return sinceRows(row, this.#parts.since, this.#parts.log);
    if (row.kind === 'commits') return commitRows(row, this.#parts);
    if ('below' in row) return [...row.below];
    return row.kind === 'request' ? this.#partsOf(row) : [];
  }

  getParent(row: ReviewRow): ReviewRow | undefined {
    if (row.kind === 'request') return this.#groups.find(row.group)?.item;
    if (row.kind === 'requestFile' && row.folder) return row.folder;
    return 'parent' in row && 'kind' in row.parent ? row.parent : undefined;
  }

  override dispose(): void {
    this.closed();
    super.dispose();
  }

  protected override opened(open: OpenProject): void {
    void this.#show(open);
  }

  async #branchChanged(): Promise<void> {
    const shown = this.#shown;
    const { open } = this.project;
    if (shown === undefined || open === undefined) return;
    const generation = this.#generation;
    const branch = (await this.#parts.branch.of(open))?.name;
    if (this.#generation !== generation || !this.#groups.switchBranch(open, branch, this.search)) return;
    for (const [key, { group }] of [...this.#rows]) if (isOfBranch(group)) this.#rows.delete(key);
    setContextKey('graft.reviews.hasBranch', false);
    this.redraw();
  }

  protected override closed(): void {
    this.#groups.close();
    for (const unfollow of this.#followed.values()) unfollow();
    this.#followed.clear();
    this.#rows.clear();
    this.#pointedAt.clear();
    this.#drawn.clear();
    this.#files.clear();
    this.#facts.outdate();
    this.#shown = undefined;
    this.describe('');
    this.view.badge = undefined;
    this.#generation += 1;
  }

  async #show(open: OpenProject): Promise<void> {
    this.closed();
    const generation = this.#generation;
    const branch = (await this.#parts.branch.of(open))?.name;
    if (this.#generation !== generation) return;
    this.#groups.show(open, branch, this.search);
    this.#shown = open;
    this.#describeShown();
    this.redraw();
  }

  #describeShown(): void {
    const words = [this.#shown?.project.path_with_namespace, this.#shown && livenessWord(this.#parts.live.overall)];
    this.describe(words.filter((each) => each !== undefined).join(' · '));
  }

  protected roots(project: OpenProject): ReviewRow[] {
    if (this.#shown === undefined) {
      void this.#show(project);
      return [{ kind: 'loading' }];
    }
    this.#groups.arrange();
    this.#groupsDrawn = this.#groups.names;
    return this.#groups.there.map(({ item }) => item);
  }

  #readAgain(name: GroupName): void {
    const pages = this.#groups.find(name)?.pages;
    if (pages && pages.state.phase !== 'loading') void pages.refresh();
    if (name === 'pinned') this.redraw();
  }

  #listChanged(group: Group): void {
    if (group.item.group === 'branch') setContextKey('graft.reviews.hasBranch', group.pages.state.items.length > 0);
    this.#drawBadge();
    if (this.#groupsDrawn !== this.#groups.names) return this.redraw();
    for (const each of this.#groups.there) {
      const { item, pages } = each;
      const drawn = this.#drawn.get(item.group);
      if (pages !== group.pages && drawn === undefined) continue;
      const now = this.#groups.rowsKey(each);
      // VS Code asks for the rows of a hidden view later
      this.#drawn.set(item.group, now);
      this.redrawList(item, drawn === now, this.#changedRows(each));
    }
  }

  #changedRows({ item, pages }: Group): readonly MergeRequestItem[] {
    const { group } = item;
    return pages.state.items.flatMap((request) => {
      const row = this.#rows.get(mergeRequestKey({ group, request, generation: this.#generation }));
      if (row === undefined || isDeepStrictEqual(row.request, request)) return [];
      row.request = request;
      return [row];
    });
  }

  #drawBadge(): void {
    this.view.badge = this.#groups.badge((place) => this.#facts.of(place).drafts ?? 0);
  }

  #textsChanged(unsent: Pick<ReviewPlace, 'account' | 'project' | 'iid'>): void {
    const unsaved = this.#groups.find('unsaved');
    if (this.#groups.unsavedChanged()) this.redraw();
    else this.drawPlace(placeKey(unsent));
    if (unsaved && unsaved.pages.state.phase !== 'ready') this.redraw(unsaved.item);
  }

  #requests(row: GroupItem): ReviewRow[] {
    const group = this.#groups.find(row.group);
    if (group === undefined) return [];
    if (row.group === 'unsaved') this.#groups.followUnsaved();
    this.#drawn.set(row.group, this.#groups.rowsKey(group));
    // lists load when their group is first expanded
    const { phase, busy } = group.pages.state;
    if (phase === 'loading' && !busy) void group.pages.refresh();
    const { items, more } = group.pages.state;
    const rows = this.#groups.placedIn(group).map((each) => this.#row(row.open, row.group, each));
    const generation = this.#generation;
    return listRows<ReviewRow>(group.pages.state, [...this.#groups.unreadTexts(group), ...rows], {
      failed: vscode.l10n.t('Merge requests could not be loaded'),
      retry,
      empty: () => [this.#groups.emptyRow(group)],
      next: more ? { kind: 'moreRequests', group: row.group, count: items.length, generation } : undefined,
    });
  }

  /** Reuses row objects, so that VS Code keeps selection and expansion. */
  #row(open: OpenProject, group: GroupName, mergeRequest: Listed): MergeRequestItem {
    const generation = this.#generation;
    const key = mergeRequestKey({ group, request: mergeRequest, generation });
    const known = this.#rows.get(key);
    if (known) return known;
    const row: MergeRequestItem = { kind: 'request', group, generation, open, request: mergeRequest };
    this.#rows.set(key, row);
    return row;
  }

  async #partsOf(row: MergeRequestItem): Promise<ReviewRow[]> {
    const place = placeOfReview(row);
    const store = this.#parts.stores.of(place);
    const texts = keptRows(row, this.#parts.unsent.of(place));
    const isRead = this.#parts.changes.known(place) !== undefined && store.state.phase !== 'unread';
    if (texts.length > 0 && !isRead && !this.#begun.delete(row)) {
      this.#begun.add(row);
      setImmediate(() => this.redraw(row));
      return [...texts, { kind: 'loading' }];
    }
    const key = placeKey(place);
    const description = reviewItem(row, this.#factsOf, () => false).description;
    const parts = await mergeRequestRows(row, {
      ...this.#parts,
      store,
      readFiles: () => this.#files.of(place),
      knownFiles: () => this.#parts.changes.known(place),
    });
    if (this.#followed.has(key)) return parts;
    // redraw only if loading the children changed the row's description
    if (reviewItem(row, this.#factsOf, () => false).description !== description) this.drawPlace(key);
    const unfollow = store.onDidChange(() => this.drawPlace(key));
    this.#followed.set(key, unfollow);
    this.#opened.fire();
    return parts;
  }

  #seen(kind: string, key: string): void {
    if (kind === 'moreRequests') void this.loadMore(key.slice(0, key.indexOf('-')) as GroupName);
    const row = kind === 'request' ? this.#rows.get(key) : undefined;
    const place = row && placeOfReview(row);
    if (place) void this.#facts.read(place, () => this.drawPlace(placeKey(place)));
  }
}
