import * as vscode from 'vscode';
import { isCancelled, requestFailure } from '../../client/errors.ts';
import { BoundedList, type BoundedListState } from '../../model/boundedList.ts';
import { activeFilters, type CommitFilter, namesInRef } from '../../model/commitFilter.ts';
import { type HistoryPlace, historyStart, readHistory } from '../../model/commitHistory.ts';
import type { CommitLine } from '../../model/commitLine.ts';
import { getCommit } from '../../wire/commits.ts';
import { visible } from '../format.ts';
import type { OpenProject } from '../project/currentProject.ts';
import type { CommitChanges } from './changes.ts';
import { isEmptyRepository } from './emptyRepository.ts';
import { describeFilter } from './filterWords.ts';
import type { CommitItem, CommitRow } from './rows.ts';
import type { ShownList } from './shownList.ts';

/** Most commits the view holds at a time; what is before and after them is loaded again when it is asked for. */
export const mostCommitsShown = 1_000;

interface Parts {
  readonly open: OpenProject;
  readonly filter: CommitFilter;
  readonly changes: CommitChanges;
  readonly perPage: number;
  /** Tells lists of the same view apart. */
  readonly generation: number;
  readonly mostShown?: number;
  changed(): void;
}

/** The history of a project under a filter, page by page as it comes into sight, a bounded part of it at a time. */
export class History implements ShownList {
  readonly open: OpenProject;
  readonly filter: CommitFilter;
  readonly #generation: number;
  readonly #list: BoundedList<CommitLine, HistoryPlace>;
  readonly #changed: () => void;
  /** The same object for the same commit, so that VS Code keeps selection and expansion. */
  #rows: ReadonlyMap<string, CommitItem> = new Map();
  /** Names in the filter that lead to no commit; looked for when the list turns out empty. */
  #missing: { readonly names: readonly string[] } | undefined;
  readonly #run = new AbortController();
  #drawn: Pick<BoundedListState<CommitLine>, 'items' | 'phase' | 'after'> | undefined;

  constructor(parts: Parts) {
    const { open, filter, changes, perPage, mostShown = mostCommitsShown } = parts;
    this.open = open;
    this.filter = filter;
    this.#generation = parts.generation;
    this.#changed = () => parts.changed();
    const source = {
      client: open.client,
      project: open.project.id,
      perPage,
      changes: (sha: string, signal: AbortSignal) =>
        changes.all({ client: open.client, account: open.account.id, project: open.project.id, sha }, signal),
    };
    this.#list = new BoundedList<CommitLine, HistoryPlace>({
      first: historyStart(filter),
      most: mostShown,
      load: (place, signal) => readHistory(source, place, signal),
      keyOf: ({ id }) => id,
      changed: () => this.#listChanged(),
    });
  }

  get description(): string {
    return [visible(this.open.project.path_with_namespace), describeFilter(this.filter)].filter(Boolean).join(' · ');
  }

  get message(): string {
    const words = describeFilter(this.filter);
    return words === '' ? '' : vscode.l10n.t('Filtered by {0}', words);
  }

  get isFailed(): boolean {
    return this.#list.state.phase === 'failed';
  }

  get commits(): readonly CommitItem[] {
    return [...this.#rows.values()];
  }

  rows(): readonly CommitRow[] {
    const { phase, error, before, after, items } = this.#list.state;
    if (phase === 'failed' && items.length === 0 && isEmptyRepository(this.open, error)) {
      return [{ kind: 'note', text: vscode.l10n.t('The repository is empty: there are no commits yet.') }];
    }
    const failed: CommitRow[] =
      phase === 'failed'
        ? [
            {
              kind: 'failed',
              error,
              what: vscode.l10n.t('Commits could not be loaded'),
              // what was asked for is asked for again: a page further down, or everything
              retry: items.length === 0 ? 'graft.commits.refresh' : 'graft.commits.loadMore',
            },
          ]
        : [];
    if (items.length === 0) {
      if (phase === 'loading') return [{ kind: 'loading' }];
      return failed.length > 0 ? failed : this.#nothing();
    }
    const count = before + items.length;
    const rest: CommitRow[] =
      phase !== 'ready' || after === undefined
        ? []
        : [after === 'sheet' ? { kind: 'later', count } : { kind: 'more', count, generation: this.#generation }];
    return [...(before > 0 ? [{ kind: 'earlier' as const, count: before }] : []), ...this.#lines(), ...failed, ...rest];
  }

  below(): readonly CommitRow[] {
    return [];
  }

  parentOf(): undefined {
    return undefined;
  }

  refresh(): Promise<void> {
    this.#missing = undefined;
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

  #listChanged(): void {
    const { items, phase, busy, after } = this.#list.state;
    const drawn = this.#drawn;
    this.#drawn = { items, phase, after };
    // that a page is under way shows nowhere, and drawing a thousand rows again is work
    if (drawn && drawn.items === items && drawn.phase === phase && drawn.after === after) return;
    this.#rows = new Map(
      items.map((commit) => [commit.id, this.#rows.get(commit.id) ?? { kind: 'commit', open: this.open, commit }]),
    );
    if (phase === 'ready' && !busy && items.length === 0) void this.#lookForNames();
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

  #nothing(): CommitRow[] {
    const { t } = vscode.l10n;
    const names = this.#missing?.names ?? [];
    const project = visible(this.open.project.path_with_namespace);
    if (names.length > 0) {
      const text = t('{0} has no branch, tag or commit “{1}” (any more).', project, visible(names.join('”, “')));
      return [{ kind: 'note', text }];
    }
    const narrowed = activeFilters(this.filter).length > 0;
    return [{ kind: 'note', text: narrowed ? t('No commit matches the filter.') : t('No commits.') }];
  }

  /** An unknown ref is answered with an empty list; this finds out whether the filter names one. */
  async #lookForNames(): Promise<void> {
    const { ref, all } = this.filter;
    if (ref === undefined || all === true || this.#missing !== undefined) return;
    this.#missing = { names: [] };
    try {
      const names = await unknownNames(this.open, namesInRef(ref), this.#run.signal);
      this.#missing = { names };
      if (names.length > 0) this.#changed();
    } catch (error) {
      // the list itself was answered: that its ref could not be checked is no reason to show an error
      if (!isCancelled(error)) this.#missing = undefined;
    }
  }
}

/** Those of the names that are neither branch, tag nor commit of the project. */
export const unknownNames = async (
  { client, project }: OpenProject,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const found = await Promise.all(
    names.map(async (name) => {
      try {
        await client.send(getCommit, { id: project.id, sha: name, stats: false }, { signal });
        return true;
      } catch (error) {
        if (requestFailure(error, 'notFound', 'invalidParameters')) return false;
        throw error;
      }
    }),
  );
  return names.filter((_, index) => found[index] === false);
};
