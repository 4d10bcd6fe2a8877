import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import { BoundedList, type BoundedListState, type PageAt } from '../../../model/commits/boundedList.ts';
import { activeFilters, type CommitFilter } from '../../../model/commits/commitFilter.ts';
import {
  type HistoryPlace,
  type HistorySource,
  historyStart,
  readHistory,
  readOnBranch,
} from '../../../model/commits/commitHistory.ts';
import type { CommitLine } from '../../../model/commits/commitLine.ts';
import { branchRef, shownRef } from '../../../wire/refName.ts';
import { accountName } from '../../../model/account.ts';
import { visible } from '../../kit/words/format.ts';
import { listRows } from '../../kit/trees/rows.ts';
import type { CheckedOut } from '../../shell/currentBranch.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { CommitChanges } from '../changes.ts';
import { emptyListReason, type EmptyListReason } from './emptyList.ts';
import { describeFilter } from './filterMessages.ts';
import type { CommitItem, CommitRow } from './rows.ts';
import type { ShownList } from './shownList.ts';

/** Loaded commits at a time; others are loaded again on demand. */
export const maxCommitsShown = 1_000;

interface Deps {
  readonly open: OpenProject;
  readonly filter: CommitFilter;
  readonly changes: CommitChanges;
  readonly perPage: number;
  /** Number of the list in its view. */
  readonly generation: number;
  readonly mostShown?: number;
  /** Default when the filter has no ref. */
  checkedOut(): Promise<CheckedOut | undefined>;
  changed(): void;
  /** Only the description changed. */
  described(): void;
}

/** Branch at the time of reading; `isThere` is undefined until the server responds. */
interface Followed {
  readonly branch: CheckedOut | undefined;
  readonly isThere: boolean | undefined;
}

/**
 * Filtered history of a project, by default of the checked-out branch. Loads pages as they become visible, and holds a
 * limited number of commits.
 */
export class History implements ShownList {
  readonly open: OpenProject;
  readonly filter: CommitFilter;
  readonly #generation: number;
  readonly #list: BoundedList<CommitLine, HistoryPlace>;
  readonly #changed: () => void;
  readonly #described: () => void;
  readonly #checkedOut: Deps['checkedOut'];
  #followed: Followed | undefined;
  /** Reused per commit, so that VS Code keeps selection and expansion. */
  #rows: ReadonlyMap<string, CommitItem> = new Map();
  /** Set only for an empty list. */
  #reason: EmptyListReason | { readonly kind: 'reading' } | undefined;
  readonly #run = new AbortController();
  #drawn: Pick<BoundedListState<CommitLine>, 'items' | 'phase' | 'after'> | undefined;

  constructor(parts: Deps) {
    const { open, filter, changes, perPage, mostShown = maxCommitsShown } = parts;
    this.open = open;
    this.filter = filter;
    this.#generation = parts.generation;
    this.#changed = () => parts.changed();
    this.#described = () => parts.described();
    this.#checkedOut = () => parts.checkedOut();
    const first = historyStart(filter);
    const source = {
      client: open.client,
      project: open.project.id,
      perPage,
      changes: (sha: string, signal: AbortSignal) =>
        changes.all({ client: open.client, account: open.account.id, project: open.project.id, sha }, signal),
    };
    this.#list = new BoundedList<CommitLine, HistoryPlace>({
      first,
      most: mostShown,
      load: (place, signal) =>
        place === first && this.#isFollowing ? this.#start(source, signal) : readHistory(source, place, signal),
      keyOf: ({ id }) => id,
      changed: () => this.#listChanged(),
    });
  }

  get description(): string {
    const { project, account } = this.open;
    const branch = this.filter.all === true ? vscode.l10n.t('All branches') : this.branch;
    const words = [branch, accountName(account), project.path_with_namespace];
    return words
      .filter((word) => word != null)
      .map(visible)
      .join(' · ');
  }

  /** Label of the listed ref; without one in the filter, with the reason. Undefined while unknown. */
  get branch(): string | undefined {
    const { t } = vscode.l10n;
    if (this.filter.ref !== undefined) return shownRef(this.filter.ref);
    if (this.#followed === undefined) return undefined;
    const { branch, isThere } = this.#followed;
    const normal = this.open.project.default_branch ?? undefined;
    if (branch === undefined) return normal;
    return isThere === false
      ? t('{0} (the server does not have {1})', normal ?? t('no branch'), branch.name)
      : t('{0} (checked out)', branch.name);
  }

  /** Followed ref instead of the default branch; empty for none, undefined while unknown. */
  get followed(): string | undefined {
    if (!this.#isFollowing) return '';
    return this.#followed && (this.#refOf(this.#followed.branch) ?? '');
  }

  get message(): string {
    const { ref: _branch, all: _all, ...others } = this.filter;
    const words = describeFilter(others);
    return words === '' ? '' : vscode.l10n.t('Filtered by {0}', words);
  }

  get isLoading(): boolean {
    return this.#list.state.phase === 'loading';
  }

  get isFailed(): boolean {
    return this.#list.state.phase === 'failed';
  }

  get commits(): readonly CommitItem[] {
    return [...this.#rows.values()];
  }

  rows(): readonly CommitRow[] {
    const { before, after, items } = this.#list.state;
    const count = before + items.length;
    const next: CommitRow | undefined =
      after === undefined
        ? undefined
        : after === 'sheet'
          ? { kind: 'later', count }
          : { kind: 'more', count, generation: this.#generation };
    const earlier: CommitRow[] = before > 0 && items.length > 0 ? [{ kind: 'earlier', count: before }] : [];
    return listRows<CommitRow>(this.#list.state, [...earlier, ...this.#lines()], {
      failed: vscode.l10n.t('Commits could not be loaded'),
      // repeats the failed request: next page or refresh
      retry: items.length === 0 ? 'graft.commits.refresh' : 'graft.commits.loadMore',
      empty: () => this.#nothing(),
      next,
    });
  }

  below(): readonly CommitRow[] {
    return [];
  }

  parentOf(): undefined {
    return undefined;
  }

  /** Refreshes once the followed branch has been pushed; true if another one is checked out. */
  async follow(): Promise<boolean> {
    const before = this.#followed;
    if (!this.#isFollowing || before === undefined) return false;
    const branch = await this.#checkedOut();
    if (this.#refOf(branch) !== this.#refOf(before.branch)) return true;
    if (before.isThere === false && branch?.isTracking !== before.branch?.isTracking) await this.refresh();
    return false;
  }

  refresh(): Promise<void> {
    this.#reason = undefined;
    return this.#list.refresh();
  }

  loadMore(): Promise<void> {
    return this.#list.loadMore();
  }

  /** Shows the next block of commits; resolves to the row to reveal. */
  async later(): Promise<CommitRow | undefined> {
    await this.#list.later();
    return this.isFailed ? undefined : this.rows()[0];
  }

  /** Shows the previous block of commits; resolves to the row to reveal. */
  async earlier(): Promise<CommitRow | undefined> {
    await this.#list.earlier();
    return this.isFailed ? undefined : this.rows()[0];
  }

  dispose(): void {
    this.#run.abort();
    this.#list.dispose();
  }

  get #isFollowing(): boolean {
    return this.filter.ref === undefined && this.filter.all !== true;
  }

  /** Undefined for the default branch. */
  #refOf(branch: CheckedOut | undefined): string | undefined {
    return branch === undefined || branch.name === this.open.project.default_branch
      ? undefined
      : branchRef(branch.name);
  }

  async #start(source: HistorySource, signal: AbortSignal): Promise<PageAt<CommitLine, HistoryPlace>> {
    const branch = await this.#checkedOut();
    signal.throwIfAborted();
    const { filter } = this;
    const isSame = this.#followed?.branch?.name === branch?.name;
    this.#setFollowed(branch, isSame ? this.#followed?.isThere : undefined);
    if (branch === undefined || this.#refOf(branch) === undefined)
      return readHistory(source, historyStart(filter), signal);
    const page = await readOnBranch(source, filter, branch.name, signal);
    if (!signal.aborted) this.#setFollowed(branch, page.isThere);
    return page;
  }

  #setFollowed(branch: CheckedOut | undefined, isThere: boolean | undefined): void {
    this.#followed = { branch, isThere };
    this.#described();
  }

  #listChanged(): void {
    const { items, phase, busy, after } = this.#list.state;
    const drawn = this.#drawn;
    this.#drawn = { items, phase, after };
    // context menus don't work during a redraw: only redraw changes
    if (drawn && drawn.phase === phase && drawn.after === after && areSame(drawn.items, items)) return;
    this.#rows = new Map(
      items.map((commit) => [commit.id, this.#rows.get(commit.id) ?? { kind: 'commit', open: this.open, commit }]),
    );
    if (phase === 'ready' && !busy && items.length === 0) void this.#findReason();
    this.#changed();
  }

  /** Commits, with a row at each former path. */
  #lines(): CommitRow[] {
    let path = this.filter.path;
    const rows: CommitRow[] = [];
    for (const row of this.#rows.values()) {
      if (row.commit.path !== undefined && row.commit.path !== path) {
        path = row.commit.path;
        rows.push({ kind: 'renamed', path });
      }
      rows.push(row);
    }
    return rows;
  }

  #nothing(): readonly CommitRow[] {
    const { t } = vscode.l10n;
    const note = (text: string): CommitRow => ({ kind: 'note', text });
    const project = visible(this.open.project.path_with_namespace);
    switch (this.#reason?.kind) {
      case 'reading':
        return [{ kind: 'loading' }];
      case 'emptyRepository':
        return [note(t('The repository is empty: there are no commits yet.'))];
      case 'noDefaultBranch': {
        const { name } = this.#reason;
        const text =
          name === undefined
            ? t('{0} has no default branch.', project)
            : t('The default branch of {0}, “{1}”, does not exist.', project, visible(name));
        return [note(text), { kind: 'chooseRef' }];
      }
      case 'unknownNames': {
        const names = visible(this.#reason.names.map((name) => t('“{0}”', shownRef(name))).join(', '));
        return [note(t('{0} has no branch, tag or commit {1}.', project, names))];
      }
      default: {
        const isNarrowed = activeFilters(this.filter).length > 0;
        return [note(isNarrowed ? t('No commit matches the filter.') : t('No commits.'))];
      }
    }
  }

  async #findReason(): Promise<void> {
    if (this.#reason !== undefined) return;
    const reading = { kind: 'reading' } as const;
    this.#reason = reading;
    let reason: EmptyListReason | undefined;
    try {
      const { branch, isThere } = this.#followed ?? {};
      const ref = isThere === true && branch ? { ref: branchRef(branch.name) } : {};
      reason = await emptyListReason(this.open, { ...this.filter, ...ref }, this.#run.signal);
    } catch (error) {
      // not worth an error: the list itself was loaded
      if (isCancelled(error)) return;
    }
    // refreshed meanwhile
    if (this.#reason !== reading) return;
    this.#reason = reason;
    this.#changed();
  }
}

/** False for empty lists, whose reason may have changed. */
const areSame = (ones: readonly CommitLine[], others: readonly CommitLine[]): boolean =>
  ones === others ||
  (ones.length > 0 && ones.length === others.length && ones.every(({ id }, index) => id === others[index]?.id));
