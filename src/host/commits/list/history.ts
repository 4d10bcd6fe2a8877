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

/** Most commits the view holds at a time; what is before and after them is loaded again when it is asked for. */
export const mostCommitsShown = 1_000;

interface Deps {
  readonly open: OpenProject;
  readonly filter: CommitFilter;
  readonly changes: CommitChanges;
  readonly perPage: number;
  /** Tells lists of the same view apart. */
  readonly generation: number;
  readonly mostShown?: number;
  /** The branch that is listed where the filter names no ref: the one that is checked out. */
  checkedOut(): Promise<CheckedOut | undefined>;
  changed(): void;
  /** Only the description is another. */
  described(): void;
}

/** The branch that was checked out when the list was read; `isThere` is undefined until the server has answered. */
interface Followed {
  readonly branch: CheckedOut | undefined;
  readonly isThere: boolean | undefined;
}

/** The history of a project under a filter, of the branch that is checked out unless the filter names a ref, page by page as it comes into sight, a bounded part of it at a time. */
export class History implements ShownList {
  readonly open: OpenProject;
  readonly filter: CommitFilter;
  readonly #generation: number;
  readonly #list: BoundedList<CommitLine, HistoryPlace>;
  readonly #changed: () => void;
  readonly #described: () => void;
  readonly #checkedOut: Deps['checkedOut'];
  #followed: Followed | undefined;
  /** The same object for the same commit, so that VS Code keeps selection and expansion. */
  #rows: ReadonlyMap<string, CommitItem> = new Map();
  /** Why the list is empty; looked for when it turns out to be. */
  #reason: EmptyListReason | { readonly kind: 'reading' } | undefined;
  readonly #run = new AbortController();
  #drawn: Pick<BoundedListState<CommitLine>, 'items' | 'phase' | 'after'> | undefined;

  constructor(parts: Deps) {
    const { open, filter, changes, perPage, mostShown = mostCommitsShown } = parts;
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
        place === first && this.#isFollowing ? this.#begin(source, signal) : readHistory(source, place, signal),
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

  /** The branch, tag or range that is listed, and why it is where the filter names none; undefined while that is read. */
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

  /** The branch that is followed in place of the default branch; empty for none, undefined while that is not known. */
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
      // what was asked for is asked for again: a page further down, or everything
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

  /** Reads the list again where the branch it follows has come to the server; true where another is checked out. */
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

  /** Shows the commits after these in their place; the first row to look at is answered. */
  async later(): Promise<CommitRow | undefined> {
    await this.#list.later();
    return this.isFailed ? undefined : this.rows()[0];
  }

  /** Shows the commits before these in their place; the row to look at is answered. */
  async earlier(): Promise<CommitRow | undefined> {
    await this.#list.earlier();
    return this.isFailed ? undefined : this.rows()[0];
  }

  dispose(): void {
    this.#run.abort();
    this.#list.dispose();
  }

  /** True where the filter leaves it to what is checked out. */
  get #isFollowing(): boolean {
    return this.filter.ref === undefined && this.filter.all !== true;
  }

  /** The ref of a branch, but for the default branch. */
  #refOf(branch: CheckedOut | undefined): string | undefined {
    return branch === undefined || branch.name === this.open.project.default_branch
      ? undefined
      : branchRef(branch.name);
  }

  async #begin(source: HistorySource, signal: AbortSignal): Promise<PageAt<CommitLine, HistoryPlace>> {
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
    // while VS Code redraws a tree, menus of its rows do not work: redraw only what has changed
    if (drawn && drawn.phase === phase && drawn.after === after && areSame(drawn.items, items)) return;
    this.#rows = new Map(
      items.map((commit) => [commit.id, this.#rows.get(commit.id) ?? { kind: 'commit', open: this.open, commit }]),
    );
    if (phase === 'ready' && !busy && items.length === 0) void this.#findReason();
    this.#changed();
  }

  /** The commits, and a row wherever the path goes on under a former name. */
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
      // the list itself was answered: that the reason could not be found is no reason to show an error
      if (isCancelled(error)) return;
    }
    // the list may have been read again by now
    if (this.#reason !== reading) return;
    this.#reason = reason;
    this.#changed();
  }
}

/** Whether two lists are drawn alike. Why one is empty is looked for each time. */
const areSame = (ones: readonly CommitLine[], others: readonly CommitLine[]): boolean =>
  ones === others ||
  (ones.length > 0 && ones.length === others.length && ones.every(({ id }, index) => id === others[index]?.id));
