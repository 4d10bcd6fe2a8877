import * as vscode from 'vscode';
import { isCancelled } from '../../client/errors.ts';
import type { PagedList } from '../../model/pagedList.ts';
import { PagedList as Pages } from '../../model/pagedList.ts';
import { createQueue } from '../../model/queue.ts';
import { placeKey, readDrafts, type ReviewPlace } from '../../model/review/drafts.ts';
import type { ReviewStores } from '../../model/review/reviewStores.ts';
import type { MergeRequestChanges } from '../../model/review/mergeRequestFiles.ts';
import { pathOf } from '../../model/review/samePlace.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { listMergeRequests, type MergeRequest } from '../../wire/mergeRequests.ts';
import type { Log } from '../log.ts';
import type { CurrentBranch } from '../project/currentBranch.ts';
import type { CurrentProject, OpenProject, ProjectState } from '../project/currentProject.ts';
import { withoutProject } from '../rows.ts';
import { VisibleRows } from '../visibleRows.ts';
import type { KeptDrafts } from './keptDrafts.ts';
import { type GroupItem, type GroupName, type RequestItem, reviewItem, type ReviewRow } from './rows.ts';

const pageSize = 20;
const retry = 'graft.reviews.refresh';

interface Group {
  readonly item: GroupItem;
  readonly pages: PagedList<MergeRequest>;
}

interface Shown {
  readonly open: OpenProject;
  readonly groups: readonly Group[];
  readonly generation: number;
}

/** The Reviews view: merge requests waiting for the user, the user's own, and that of the current branch. */
export class ReviewsView implements vscode.TreeDataProvider<ReviewRow>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ReviewRow[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<ReviewRow>;
  readonly #visible: VisibleRows;
  readonly #subscriptions: vscode.Disposable[];
  readonly #rows = new Map<string, RequestItem>();
  readonly #pipelines = new Map<string, string | null>();
  readonly #counts = new Map<string, number>();
  readonly #reading = new Set<string>();
  readonly #queue = createQueue(4);
  readonly #followed = new Map<string, () => void>();
  #shown: Shown | undefined;
  #generation = 0;
  #redraw: NodeJS.Timeout | undefined;

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
    this.#visible = new VisibleRows((kind, key) => this.#seen(kind, key));
    this.#view = vscode.window.createTreeView('graft.reviews', { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = [
      this.#changed,
      this.#visible,
      this.#view,
      parts.project.onDidChange((state) => this.#projectChanged(state)),
      parts.branch.onDidChange(() => void this.#branchChanged()),
      parts.kept.onDidChange(() => this.#drawSoon()),
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
    this.#counts.clear();
    this.#pipelines.clear();
    await Promise.all(this.#shown.groups.map(({ pages }) => pages.refresh()));
    const stores = this.loaded.flatMap((row) => this.#stores.known(this.#placeOf(row)) ?? []);
    await Promise.all(stores.filter(({ state }) => state.phase !== 'unread').map((store) => store.load()));
    this.#changed.fire(undefined);
    this.#visible.again();
  }

  /** Loads the next page of a group, or tries a failed one again. */
  async loadMore(group: GroupName): Promise<void> {
    await this.#shown?.groups.find(({ item }) => item.group === group)?.pages.loadMore();
  }

  getTreeItem(row: ReviewRow): vscode.TreeItem {
    return reviewItem(row, (request) => {
      const place = this.#placeOf(request);
      const key = placeKey(place);
      const store = this.#stores.known(place);
      return {
        pipeline: this.#pipelines.get(key),
        drafts: store?.state.phase === 'ready' ? store.drafts.length : this.#counts.get(key),
        kept: this.#kept.of(place).length,
      };
    });
  }

  async getChildren(row?: ReviewRow): Promise<ReviewRow[]> {
    if (row === undefined) return this.#roots();
    if (row.kind === 'group') return this.#requests(row);
    return row.kind === 'request' ? this.#parts(row) : [];
  }

  getParent(row: ReviewRow): ReviewRow | undefined {
    if (row.kind === 'request') return this.#shown?.groups.find(({ item }) => item.group === row.group)?.item;
    return 'parent' in row ? row.parent : undefined;
  }

  dispose(): void {
    clearTimeout(this.#redraw);
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
      else this.#changed.fire(undefined);
      return;
    }
    // signing out or losing the project must not leave its rows behind
    if (state.kind !== 'failed') this.#close();
    this.#changed.fire(undefined);
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
    this.#counts.clear();
    this.#pipelines.clear();
    this.#shown = undefined;
    this.#view.description = '';
    this.#generation += 1;
  }

  async #show(open: OpenProject): Promise<void> {
    this.#close();
    const generation = this.#generation;
    const branch = (await this.#branch.of(open))?.name;
    if (this.#generation !== generation) return;
    const { id, forked_from_project: parent } = open.project;
    const list = (parameters: Omit<Parameters<typeof send>[0], 'page' | 'id'>) =>
      new Pages<MergeRequest>(
        (page, signal) => send({ id, ...parameters, page }, signal),
        () => this.#changed.fire(undefined),
      );
    /** Others may have branches of the same name. */
    const ofFork = (parentId: number, name: string) =>
      new Pages<MergeRequest>(
        async (page, signal) => {
          const answer = await send({ id: parentId, source_branch: name, page }, signal);
          return { ...answer, items: answer.items.filter(({ source_project_id: source }) => source === id) };
        },
        () => this.#changed.fire(undefined),
      );
    const send = (parameters: Parameters<typeof open.client.send<typeof listMergeRequests>>[1], signal: AbortSignal) =>
      open.client.send(listMergeRequests, { ...parameters, per_page: pageSize }, { signal });
    const group = (name: GroupName, pages: PagedList<MergeRequest>, of?: string, within = open): Group => ({
      item: { kind: 'group', group: name, of, open: within },
      pages,
    });
    // a fork's merge requests are mostly those of the project it was forked from
    const upstream = parent && { ...open, project: parent, remote: undefined };
    const groups = [
      ...(branch === undefined ? [] : [group('branch', list({ source_branch: branch }), branch)]),
      ...(branch === undefined || !upstream
        ? []
        : [group('upstream', ofFork(upstream.project.id, branch), branch, upstream)]),
      group('review', list({ state: 'opened', reviewer_username: open.account.username })),
      group('mine', list({ state: 'opened', scope: 'created_by_me' })),
    ];
    this.#shown = { open, groups, generation };
    this.#view.description = open.project.path_with_namespace;
    this.#changed.fire(undefined);
  }

  #roots(): ReviewRow[] {
    this.#project.start();
    const { state } = this.#project;
    if (state.kind !== 'ready') return [...withoutProject(state, retry)];
    if (this.#shown === undefined) {
      void this.#show(state);
      return [{ kind: 'loading' }];
    }
    return this.#shown.groups.map(({ item }) => item);
  }

  #requests(row: GroupItem): ReviewRow[] {
    const shown = this.#shown;
    const group = shown?.groups.find(({ item }) => item.group === row.group);
    if (shown === undefined || group === undefined) return [];
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

  /** Drafts and unsent texts first, then the files in the order of the diff. */
  async #parts(row: RequestItem): Promise<ReviewRow[]> {
    const place = this.#placeOf(row);
    const store = this.#stores.of(place);
    const key = placeKey(place);
    if (!this.#followed.has(key))
      this.#followed.set(
        key,
        store.onDidChange(() => this.#drawSoon()),
      );
    const { t } = vscode.l10n;
    const [files] = await Promise.all([this.#files(row, place), store.start()]);
    const order = new Map(
      files.flatMap((each, index) => (each.kind === 'requestFile' ? [[each.change.newPath, index]] : [])),
    );
    const positionOf = (thread: string | null | undefined) =>
      store.discussions.find(({ id }) => id === thread)?.notes[0]?.position;
    const drafts = store.drafts
      .map((draft) => ({
        kind: 'draft' as const,
        parent: row,
        draft,
        position: pathOf(draft.position) === undefined ? positionOf(draft.discussion_id) : draft.position,
      }))
      .sort((one, other) => {
        const at = ({ position }: typeof one): number => order.get(pathOf(position) ?? '') ?? -1;
        const line = ({ position }: typeof one): number => position?.new_line ?? position?.old_line ?? 0;
        return at(one) - at(other) || line(one) - line(other) || one.draft.id - other.draft.id;
      });
    const failed: ReviewRow[] =
      store.state.phase === 'failed'
        ? [{ kind: 'failed', error: store.state.error, what: t('Drafts could not be loaded'), retry }]
        : [];
    const kept = this.#kept.of(place).map((text) => ({ kind: 'kept' as const, parent: row, kept: text }));
    return [...failed, ...kept, ...drafts, ...files];
  }

  async #files(row: RequestItem, place: ReviewPlace): Promise<ReviewRow[]> {
    const { t } = vscode.l10n;
    try {
      const read = await this.#changes.read(place);
      if (read.kind === 'collecting') {
        const text = t('GitLab is still collecting the changes. Refresh in a moment.');
        return [{ kind: 'note', text }];
      }
      if (read.files.length === 0) return [{ kind: 'note', text: t('This merge request changes no files.') }];
      const files = read.files.map((change) => ({
        kind: 'requestFile' as const,
        parent: row,
        change,
        version: read.version,
      }));
      const cut = t('The server shows the first {0} files only.', files.length);
      return [...files, ...(read.isCut ? [{ kind: 'note' as const, text: cut }] : [])];
    } catch (error) {
      this.#log.error('The files of a merge request could not be loaded.', error);
      return [{ kind: 'failed', error, what: t('Files could not be loaded'), retry }];
    }
  }

  #seen(kind: string, key: string): void {
    if (kind === 'moreRequests') void this.loadMore(key.slice(0, key.indexOf('-')) as GroupName);
    const row = kind === 'request' ? this.#rows.get(key) : undefined;
    if (row) void this.#readFacts(row);
  }

  /** Counts the drafts of a merge request in sight and reads the state of its pipeline. */
  async #readFacts(row: RequestItem): Promise<void> {
    const place = this.#placeOf(row);
    const key = placeKey(place);
    if (this.#reading.has(key) || this.#pipelines.has(key)) return;
    this.#reading.add(key);
    try {
      await this.#queue(async () => {
        const parameters = { id: place.project, merge_request_iid: place.iid };
        const isCounted = this.#stores.known(place)?.state.phase === 'ready';
        const [detail, drafts] = await Promise.all([
          place.client.send(getMergeRequest, parameters),
          isCounted ? undefined : readDrafts(place),
        ]);
        this.#pipelines.set(key, detail.head_pipeline?.status ?? null);
        if (drafts !== undefined) this.#counts.set(key, drafts.length);
      });
      this.#drawSoon();
    } catch (error) {
      if (!isCancelled(error)) this.#log.error(`The state of !${place.iid} could not be read.`, error);
    } finally {
      this.#reading.delete(key);
    }
  }

  /** States come one by one; the rows are drawn together. */
  #drawSoon(): void {
    this.#redraw ??= setTimeout(() => {
      this.#redraw = undefined;
      this.#changed.fire(undefined);
    }, 100);
  }
}

const emptyWords = (group: GroupName): string => {
  const { t } = vscode.l10n;
  if (group === 'review') return t('Nothing waits for your review.');
  if (group === 'mine') return t('You have no open merge requests.');
  if (group === 'upstream') return t('There is no merge request of this branch there yet.');
  return t('There is no merge request of this branch yet.');
};
