import * as vscode from '../../vscode.ts';
import type { MissingRow } from '../../../model/board/missing.ts';
import { filteredRows, type MissingFilter } from '../../../model/board/missingFilter.ts';
import { maxListed, TooFarApart } from '../../../model/board/missingRanges.ts';
import { visible } from '../../kit/words/format.ts';
import { ProjectTree } from '../../kit/trees/tree.ts';
import { setContextKey } from '../../shell/contextKeys.ts';
import type { CurrentProject, OpenProject } from '../../shell/currentProject.ts';
import type { Log } from '../../shell/log.ts';
import { filterWords } from './missingFilters.ts';
import {
  type Compared,
  isWhole,
  type MissingGroup,
  missingGroups,
  type MissingItem,
  missingItem,
} from './missingRows.ts';
import { showView } from '../../kit/areaCommands.ts';

export interface Comparison {
  readonly open: OpenProject;
  readonly source: string;
  /** May include the source. */
  readonly chosen: readonly string[];
  readonly filter: MissingFilter;
}

interface Needs {
  readonly project: CurrentProject;
  readonly log: Log;
  readonly view: vscode.TreeView<MissingItem>;
  /** `report` receives the progress. */
  compare(comparison: Comparison, signal: AbortSignal, report: (words: string) => void): Promise<Compared>;
}

/** A comparison with the filtered commits in groups. */
interface Shown extends Compared {
  readonly of: Comparison;
  readonly groups: readonly MissingGroup[];
}

const retry = 'graft.board.refreshMissing';

/** View “Missing on a Branch”: shows one comparison until it is closed or the project changes. */
export class MissingView extends ProjectTree<MissingItem> {
  readonly #needs: Needs;
  #wanted: Comparison | undefined;
  #shown: Shown | undefined;
  /** SHAs of ticked commits, including filtered ones. */
  readonly #ticked = new Set<string>();
  #phase: 'reading' | 'ready' | 'failed' = 'ready';
  #error: unknown;
  #reading = new AbortController();

  constructor(needs: Needs) {
    super(needs.project, retry, needs.view);
    this.#needs = needs;
    this.own(needs.view.onDidChangeCheckboxState(({ items }) => this.tick(items)));
  }

  /** Undefined while the view is closed. */
  get comparison(): Comparison | undefined {
    return this.#wanted;
  }

  /** Ticked commits, newest first. */
  get ticked(): readonly MissingRow[] {
    return this.#shown?.rows.filter(({ commit }) => this.#ticked.has(commit.id)) ?? [];
  }

  /** Compares branches and shows the result, with nothing ticked. */
  async show(comparison: Comparison): Promise<void> {
    this.#remove();
    this.#wanted = comparison;
    setContextKey('graft.missingShown', true);
    await showView('graft.missing');
    await this.#read(comparison);
  }

  /** Applies a filter; compares again only if comparing failed or is still running. */
  async filter(filter: MissingFilter): Promise<void> {
    if (this.#wanted) await this.#read({ ...this.#wanted, filter }, this.#phase === 'ready' ? this.#shown : undefined);
  }

  /** Failures become rows. */
  async refresh(): Promise<void> {
    if (this.project.open === undefined) await this.project.find();
    const { open } = this.project;
    if (open && this.#wanted) await this.#read({ ...this.#wanted, open });
  }

  /** Cancels comparing and keeps the previous result, if any. */
  cancel(): void {
    this.#reading.abort();
  }

  /** Ticks or unticks rows; a group stands for all its rows. */
  tick(items: readonly (readonly [MissingItem, vscode.TreeItemCheckboxState])[]): void {
    const groups = this.#shown?.groups ?? [];
    const before = groups.map((group) => isWhole(group, this.#ticked));
    for (const [row, state] of items)
      for (const { commit } of row.kind === 'missingGroup' ? row.rows : row.kind === 'missingCommit' ? [row] : [])
        if (state === vscode.TreeItemCheckboxState.Checked) this.#ticked.add(commit.id);
        else this.#ticked.delete(commit.id);
    groups
      .filter((group, index) => isWhole(group, this.#ticked) !== before[index])
      .forEach((group) => this.redraw(group));
    this.#describe();
  }

  untick(): void {
    this.#ticked.clear();
    this.#draw();
  }

  close(): void {
    this.#remove();
    setContextKey('graft.missingShown', false);
  }

  getTreeItem(row: MissingItem): vscode.TreeItem {
    return missingItem(row, this.#wanted === undefined ? [] : branchesOf(this.#wanted), this.#ticked);
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
    const rows = [...(shown?.groups ?? [])];
    if (this.#phase === 'failed') {
      const what = t('Missing commits could not be read');
      // first, because below many rows it would be out of sight
      return [{ kind: 'failed', error: this.#error, what, retry, asOfMs: shown?.atMs }, ...rows];
    }
    if (shown === undefined) return this.#phase === 'reading' ? [{ kind: 'loading' }] : [];
    const isHidden = rows.length === 0 && shown.rows.length > 0;
    return isHidden ? [{ kind: 'note', text: t('No commit fits the filter.') }] : rows;
  }

  #remove(): void {
    this.#reading.abort();
    this.#reading = new AbortController();
    this.#wanted = undefined;
    this.#shown = undefined;
    this.#phase = 'ready';
    this.untick();
  }

  /** Compares unless `known`, and filters. Keeps the old rows until then. */
  async #read(wanted: Comparison, known?: Compared): Promise<void> {
    this.#reading.abort();
    const reading = (this.#reading = new AbortController());
    const { signal } = reading;
    const isOver = (): boolean => this.#reading !== reading;
    this.#wanted = wanted;
    this.#phase = 'reading';
    this.#draw();
    const work = async (): Promise<void> => {
      const report = (words: string): void => {
        if (!isOver()) this.#describe(words);
      };
      const compared = known ?? (await this.#needs.compare(wanted, signal, report));
      const place = { ...compared, client: wanted.open.client, project: wanted.open.project.id };
      const rows = await filteredRows(compared.rows, wanted.filter, place, signal);
      if (isOver()) return;
      this.#shown = { ...compared, of: wanted, groups: missingGroups(wanted.open, rows, compared.where) };
      this.#phase = 'ready';
    };
    try {
      await vscode.window.withProgress({ location: { viewId: 'graft.missing' } }, work);
    } catch (error) {
      if (isOver()) return;
      if (signal.aborted && this.#shown === undefined) return this.close();
      if (signal.aborted) this.#wanted = this.#shown?.of;
      else this.#needs.log.error('Missing commits could not be read.', error);
      this.#phase = signal.aborted ? 'ready' : 'failed';
      this.#error = error instanceof TooFarApart ? new Error(tooFarApart()) : error;
    }
    if (!isOver()) this.#draw();
  }

  #draw(): void {
    setContextKey('graft.missingReading', this.#phase === 'reading');
    this.#describe();
    this.redraw();
  }

  #describe(progress = ''): void {
    const { many } = vscode.l10n;
    const count = this.ticked.length;
    const ticked = count === 0 ? '' : many(count, '{0} commit ticked', '{0} commits ticked');
    this.describe(progress || ticked, this.#message());
  }

  #message(): string {
    const { t } = vscode.l10n;
    const shown = this.#shown;
    const of = shown?.of ?? this.#wanted;
    if (of === undefined) return '';
    const source = visible(of.source);
    const branches = visible(branchesOf(of).join(', '));
    if (shown === undefined) return this.#phase === 'reading' ? t('Comparing {0} with {1}…', branches, source) : '';
    if (shown.rows.length === 0) return t('All commits of {0} are on {1}.', source, branches);
    const words = visible(filterWords(of.filter));
    return [
      t('Commits of {0} that {1} may lack.', source, branches),
      shown.where === 'clone' ? t('Compared in your clone.') : onServer(shown),
      ...(words === '' ? [] : [t('Filter: {0}.', words)]),
    ].join(' ');
  }
}

/** Compared branches without the source itself. */
export const branchesOf = ({ source, chosen }: Comparison): readonly string[] =>
  chosen.filter((name) => name !== source);

const onServer = ({ lacking }: Compared): string =>
  lacking.length === 0
    ? vscode.l10n.t('Compared on the server.')
    : vscode.l10n.t(
        'Compared on the server: the clone lacks the newest commits of {0}. Fetch them, then refresh.',
        visible(lacking.join(', ')),
      );

const tooFarApart = (): string =>
  vscode.l10n.t('The branches are more than {0} commits apart. Open an up-to-date clone to compare them.', maxListed);
