import * as vscode from '../vscode.ts';
import type { MissingRow } from '../../model/board/missing.ts';
import { filteredRows, type MissingFilter } from '../../model/board/missingFilter.ts';
import { mostListed, TooFarApart } from '../../model/board/missingRanges.ts';
import { visible } from '../kit/format.ts';
import { ProjectTree } from '../kit/tree.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { CurrentProject, OpenProject } from '../shell/currentProject.ts';
import type { Log } from '../shell/log.ts';
import { filterWords } from './missingFilters.ts';
import { type Compared, type MissingGroup, missingGroups, type MissingItem, missingItem } from './missingRows.ts';

/** What is to be compared. */
export interface Comparison {
  readonly open: OpenProject;
  readonly source: string;
  /** The branches that were chosen; the source may be one of them. */
  readonly chosen: readonly string[];
  readonly filter: MissingFilter;
}

/** Compares branches; `report` shows how far that is. */
export type Compare = (
  comparison: Comparison,
  signal: AbortSignal,
  report: (words: string) => void,
) => Promise<Compared>;

interface Needs {
  readonly project: CurrentProject;
  readonly log: Log;
  readonly view: vscode.TreeView<MissingItem>;
  readonly compare: Compare;
}

const retry = 'graft.board.refreshMissing';

/** Missing on a Branch: what was compared last, until it is closed or another project is open. */
export class MissingView extends ProjectTree<MissingItem> {
  readonly #needs: Needs;
  #wanted: Comparison | undefined;
  #shown: { readonly of: Comparison; readonly compared: Compared; readonly atMs: number } | undefined;
  #groups: readonly MissingGroup[] = [];
  /** SHAs of the commits that are ticked, also of those the filter hides. */
  readonly #ticked = new Set<string>();
  #phase: 'reading' | 'ready' | 'failed' | 'cancelled' = 'ready';
  #error: unknown;
  #progress = '';
  #reading = new AbortController();

  constructor(needs: Needs) {
    super(needs.project, retry, needs.view);
    this.#needs = needs;
    this.own(needs.view.onDidChangeCheckboxState(({ items }) => this.tick(items)));
  }

  /** What is compared; undefined while the view is closed. */
  get comparison(): Comparison | undefined {
    return this.#wanted;
  }

  /** The branches that were compared. */
  get branches(): readonly string[] {
    return this.#shown?.compared.branches.map(({ name }) => name) ?? [];
  }

  /** The commits that are ticked, newest first. */
  get ticked(): readonly MissingRow[] {
    return this.#shown?.compared.rows.filter(({ commit }) => this.#ticked.has(commit.id)) ?? [];
  }

  /** Compares branches and shows what came of it; nothing is ticked. */
  async show(comparison: Comparison): Promise<void> {
    this.#forget();
    this.#wanted = comparison;
    setContextKey('graft.missingShown', true);
    await vscode.commands.executeCommand('graft.missing.focus');
    await this.#read(comparison);
  }

  /** Shows the commits that another filter takes; what is not up to date is compared again. */
  async filter(filter: MissingFilter): Promise<void> {
    const known = this.#phase === 'ready' ? this.#shown?.compared : undefined;
    if (this.#wanted) await this.#read({ ...this.#wanted, filter }, known);
  }

  /** Compares again. A failure is a row. */
  async refresh(): Promise<void> {
    if (this.project.open === undefined) await this.project.find();
    const { open } = this.project;
    if (open && this.#wanted) await this.#read({ ...this.#wanted, open });
  }

  /** Gives up comparing; what was shown before stays. */
  cancel(): void {
    this.#reading.abort();
  }

  /** Ticks and unticks rows; that of a heading stands for all below it. */
  tick(items: readonly (readonly [MissingItem, vscode.TreeItemCheckboxState])[]): void {
    const before = this.#groups.map((group) => this.#isWhole(group));
    for (const [row, state] of items)
      for (const { commit } of row.kind === 'missingGroup' ? row.rows : row.kind === 'missingCommit' ? [row] : [])
        if (state === vscode.TreeItemCheckboxState.Checked) this.#ticked.add(commit.id);
        else this.#ticked.delete(commit.id);
    const changed = this.#groups.filter((group, index) => this.#isWhole(group) !== before[index]);
    const groups = items.flatMap(([row]) => (row.kind === 'missingGroup' ? [row] : []));
    for (const group of new Set([...changed, ...groups])) this.redraw(group);
    this.#describe();
  }

  /** Ticks nothing. */
  untick(): void {
    this.#ticked.clear();
    this.#draw();
  }

  /** Forgets what was compared, and hides the view. */
  close(): void {
    this.#forget();
    setContextKey('graft.missingShown', false);
  }

  getTreeItem(row: MissingItem): vscode.TreeItem {
    return missingItem(row, this.branches, (sha) => this.#ticked.has(sha));
  }

  protected override opened(): void {
    this.close();
  }

  protected override closed(): void {
    this.close();
  }

  protected below(row: MissingItem): MissingItem[] {
    return row.kind === 'missingGroup' ? [...row.rows] : [];
  }

  protected roots(): MissingItem[] {
    const { t } = vscode.l10n;
    const shown = this.#shown;
    if (this.#phase === 'failed') {
      const what = t('Missing commits could not be read');
      return [...this.#groups, { kind: 'failed', error: this.#error, what, retry, asOfMs: shown?.atMs }];
    }
    if (shown === undefined && this.#phase === 'reading') return [{ kind: 'loading' }];
    if (this.#phase === 'cancelled') return [{ kind: 'missingCancelled', retry }];
    const isHidden = this.#groups.length === 0 && (shown?.compared.rows.length ?? 0) > 0;
    return isHidden ? [{ kind: 'note', text: t('No commit fits the filter.') }] : [...this.#groups];
  }

  #forget(): void {
    this.#reading.abort();
    this.#reading = new AbortController();
    this.#wanted = undefined;
    this.#shown = undefined;
    this.#groups = [];
    this.#phase = 'ready';
    this.untick();
  }

  /** Compares, where that is not known, and filters. What is shown stays until then. */
  async #read(wanted: Comparison, known?: Compared): Promise<void> {
    this.#reading.abort();
    const reading = (this.#reading = new AbortController());
    const { signal } = reading;
    const report = (words: string): void => {
      if (this.#reading !== reading) return;
      this.#progress = words;
      this.#describe();
    };
    this.#wanted = wanted;
    this.#phase = 'reading';
    this.#progress = '';
    this.#draw();
    const work = async (): Promise<void> => {
      const compared = known ?? (await this.#needs.compare(wanted, signal, report));
      const { client, project } = wanted.open;
      const rows = await filteredRows(
        compared.rows,
        wanted.filter,
        { ...compared, client, project: project.id },
        signal,
      );
      if (this.#reading !== reading) return;
      this.#shown = { of: wanted, compared, atMs: known === undefined ? Date.now() : (this.#shown?.atMs ?? 0) };
      this.#groups = missingGroups(wanted.open, rows, compared.where);
      this.#phase = 'ready';
    };
    try {
      await vscode.window.withProgress({ location: { viewId: 'graft.missing' } }, work);
    } catch (error) {
      if (this.#reading !== reading) return;
      this.#phase = !signal.aborted ? 'failed' : this.#shown === undefined ? 'cancelled' : 'ready';
      if (signal.aborted) this.#wanted = this.#shown?.of ?? wanted;
      else this.#needs.log.error('Missing commits could not be read.', error);
      this.#error = error instanceof TooFarApart ? tooFarApart() : error;
    }
    if (this.#reading === reading) this.#draw();
  }

  #isWhole({ rows }: MissingGroup): boolean {
    return rows.every(({ commit }) => this.#ticked.has(commit.id));
  }

  #draw(): void {
    setContextKey('graft.missingReading', this.#phase === 'reading');
    this.#describe();
    this.redraw();
  }

  #describe(): void {
    const { many, t } = vscode.l10n;
    const count = this.ticked.length;
    const ticked = count === 0 ? '' : many(count, '{0} commit ticked', '{0} commits ticked');
    this.describe(this.#phase === 'reading' ? this.#progress : ticked, this.#message(t));
  }

  #message(t: typeof vscode.l10n.t): string {
    const wanted = this.#shown?.of ?? this.#wanted;
    if (wanted === undefined) return '';
    const source = visible(wanted.source);
    const branches = visible(branchesOf(wanted).join(', '));
    const compared = this.#shown?.compared;
    if (compared === undefined) return this.#phase === 'reading' ? t('Comparing {0} with {1}…', branches, source) : '';
    if (compared.rows.length === 0) return t('All commits of {0} are on {1}.', source, branches);
    const words = visible(filterWords(wanted.filter));
    return [
      t('Commits of {0} that {1} may lack.', source, branches),
      compared.where === 'clone' ? t('Compared in your clone.') : t('Compared on the server.'),
      ...(words === '' ? [] : [t('Filter: {0}.', words)]),
    ].join(' ');
  }
}

/** The branches that are compared with the source; it lacks nothing of itself. */
export const branchesOf = ({ source, chosen }: Comparison): readonly string[] =>
  chosen.filter((name) => name !== source);

const tooFarApart = (): Error =>
  new Error(
    vscode.l10n.t(
      'The branches are more than {0} commits apart. Open an up-to-date clone to compare them.',
      mostListed,
    ),
  );
