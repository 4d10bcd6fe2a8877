import * as vscode from '../vscode.ts';
import { IterationsRefused } from '../../model/iterations/iterationScope.ts';
import { onceEach } from '../../model/iterations/iterationPages.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { Log } from '../shell/log.ts';
import type { CurrentProject, OpenProject } from '../shell/currentProject.ts';
import { listRows } from '../kit/trees/rows.ts';
import { livenessWord } from '../kit/serverChanges.ts';
import { ProjectTree } from '../kit/trees/tree.ts';
import { VisibleRows } from '../kit/trees/visibleRows.ts';
import type { IterationLists, SectionName } from './lists.ts';
import type { IterationLive } from './live.ts';
import { type IterationItem, type IterationRow, iterationRowItem, rowKey } from './rows.ts';
import { filterMessages, iterationRefusalMessage } from './messages.ts';
import { type IterationSubject, type IterationWork, keyOf } from './work.ts';

const retry = 'graft.iterations.refresh';

/** Refresh interval while the view is visible. */
export const refreshEveryMs = 5 * 60_000;

/** Iterations view: sections by state, or search results. */
export class IterationsView extends ProjectTree<IterationRow> {
  readonly #lists: IterationLists;
  readonly #work: IterationWork;
  readonly #live: IterationLive;
  readonly #log: Log;
  readonly #visibleRows: VisibleRows;
  /** By the key of their URI. */
  readonly #drawn = new Map<string, IterationItem>();
  #timer: NodeJS.Timeout | undefined;
  #readAt = 0;
  #place: string | undefined;
  /** Number of places shown so far. */
  #turn = 0;

  constructor(parts: {
    readonly project: CurrentProject;
    readonly lists: IterationLists;
    readonly work: IterationWork;
    readonly live: IterationLive;
    readonly log: Log;
    readonly view: vscode.TreeView<IterationRow>;
  }) {
    super(parts.project, retry, parts.view);
    this.#lists = parts.lists;
    this.#work = parts.work;
    this.#live = parts.live;
    this.#log = parts.log;
    this.#visibleRows = this.own(new VisibleRows((kind, key) => this.#seen(kind, key)));
    const refreshVisible = (): void => this.#refreshAll();
    this.own(parts.lists.onDidChange(() => this.#listsChanged()));
    this.own(parts.work.onDidChange((subject) => this.#draw(subject)));
    this.own(parts.project.onDidChange(() => parts.work.clearRefusal()));
    this.own(parts.view.onDidChangeVisibility(refreshVisible));
    this.own(
      parts.view.onDidCollapseElement(({ element }) => {
        if (element.kind === 'iteration') this.#live.leave(element.subject);
      }),
    );
    this.own(parts.live.onDidChange((subject) => this.#work.again(subject)));
    this.own(parts.live.onDidChangeLiveness((subject) => this.#draw(subject)));
    this.own(parts.live.onDidChangeOverall(() => this.#describeLists(this.project.open)));
    this.own(vscode.window.onDidChangeWindowState(refreshVisible));
    this.#listsChanged();
  }

  /** Old rows stay until then. */
  async refresh(): Promise<void> {
    this.#readAt = Date.now();
    this.#work.outdate();
    this.#live.startOver();
    await this.#lists.refresh();
    this.#visibleRows.again();
  }

  getTreeItem(row: IterationRow): vscode.TreeItem {
    if (row.kind === 'iteration') this.#drawn.set(rowKey(row), row);
    return iterationRowItem(
      row,
      ({ subject }) => this.#work.facts(subject),
      ({ subject }) => this.#live.livenessOf(subject),
    );
  }

  protected below(row: IterationRow): IterationRow[] {
    if (row.kind === 'iteration') return this.#issues(row);
    const { open } = this.project;
    return row.kind === 'section' && open ? this.#rows(open, row.name) : [];
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }

  protected roots(open: OpenProject): IterationRow[] {
    if (this.#readAt === 0) {
      this.#readAt = Date.now();
      this.#wait();
    }
    if (this.#lists.isFiltered) return this.#rows(open, 'search');
    const { error, phase, items } = this.#lists.section(open, 'current');
    if (phase === 'loading') return [{ kind: 'loading' }];
    if (phase === 'failed' && error instanceof IterationsRefused) return refusedRows(error);
    const names = ['current', 'upcoming', 'closed', 'all'] as const;
    return names.map((name) => ({
      kind: 'section',
      name,
      count: name === 'current' && phase === 'ready' ? items.length : undefined,
    }));
  }

  #rows(open: OpenProject, section: SectionName): IterationRow[] {
    const { items, phase, more, error, ...state } = this.#lists.section(open, section);
    const place = this.#lists.placeOf(open);
    const rows: IterationRow[] = onceEach(items, ({ id }) => id).map((iteration) => ({
      kind: 'iteration',
      section,
      subject: { open, place, id: iteration.id },
      iteration,
      turn: this.#turn,
    }));
    if (phase === 'failed' && error instanceof IterationsRefused) return [...rows, ...refusedRows(error)];
    return listRows({ ...state, phase, error }, rows, {
      failed: vscode.l10n.t('Iterations could not be loaded'),
      retry,
      empty: emptyMessage(section),
      next: more ? { kind: 'moreIterations', section, count: rows.length } : undefined,
    });
  }

  #issues(row: IterationItem): IterationRow[] {
    const { t } = vscode.l10n;
    const { phase, value, error } = this.#work.issues(row.subject);
    const rows: IterationRow[] = (value?.issues ?? []).map((issue) => ({ kind: 'iterationIssue', parent: row, issue }));
    if (phase === 'failed') {
      return [...rows, { kind: 'failed', error, what: t('The issues could not be read'), retry }];
    }
    if (value === undefined) {
      return [
        phase === 'reading' ? { kind: 'loading' } : { kind: 'note', text: t('The server doesn’t report issues.') },
      ];
    }
    // a view that is visible from the start sends no visibility event
    this.#live.isSeen = this.view.visible;
    this.#live.follow(row.subject, value.issues);
    if (rows.length === 0) return [{ kind: 'note', text: t('No issues in this iteration.') }];
    const cut = t('Only the first {0} issues are shown. Open the iteration in the browser for all.', rows.length);
    return value.isCut ? [...rows, { kind: 'note', text: cut }] : rows;
  }

  #seen(kind: string, key: string): void {
    if (kind === 'moreIterations') {
      void this.#lists.loadMore(key.slice(0, key.indexOf('-')) as SectionName);
    }
    const row = kind === 'iteration' ? this.#drawn.get(key) : undefined;
    if (row) this.#work.seen(row.subject);
  }

  #listsChanged(): void {
    const { open } = this.project;
    const place = open && this.#lists.placeOf(open);
    const key = open && place && `${open.account.id} ${place.kind} ${place.path}`;
    if (key !== this.#place) {
      this.#place = key;
      this.#turn += 1;
      this.#drawn.clear();
      this.#work.clear();
      this.#live.startOver();
    }
    this.#describeLists(open);
    this.redraw();
  }

  #describeLists(open: OpenProject | undefined): void {
    const { t } = vscode.l10n;
    const choice = open && this.#lists.choices.of(open);
    setContextKey('graft.iterations.searching', this.#lists.isFiltered);
    const place = open && this.#lists.placeOf(open);
    const { insteadOf, isFiltered } = this.#lists;
    const refused = open && !isFiltered ? this.#lists.refusal : undefined;
    const messages = [
      refused && iterationRefusalMessage(refused).advice,
      ...(isFiltered ? filterMessages(this.#lists.filter) : []),
      choice?.withAncestors === false ? t('Parent groups hidden.') : undefined,
      choice?.withDescendants === true ? t('Subgroups shown.') : undefined,
      insteadOf === undefined
        ? undefined
        : t(
            'You don’t have access to the group {0}. The list shows the iterations available to the project.',
            insteadOf.place.path,
          ),
    ].filter((each) => each !== undefined);
    const words = [place?.path, place && livenessWord(this.#live.overall)].filter((each) => each !== undefined);
    this.describe(words.join(' · '), messages.join(' '));
  }

  /** Refreshes outdated rows while the view is visible and the window focused. */
  #refreshAll(): void {
    this.#live.isSeen = this.view.visible;
    if (this.#readAt === 0 || !this.#isSeen) return;
    if (Date.now() - this.#readAt >= refreshEveryMs) void this.#refreshQuietly();
    this.#wait();
  }

  get #isSeen(): boolean {
    return this.view.visible && vscode.window.state.focused;
  }

  async #refreshQuietly(): Promise<void> {
    this.#readAt = Date.now();
    this.#work.outdate();
    try {
      await this.#lists.refreshQuietly();
    } catch (error) {
      this.#log.error('The iterations could not be read again.', error);
    }
    this.#visibleRows.again();
    this.redraw();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const waitMs = Math.max(1_000, refreshEveryMs - (Date.now() - this.#readAt));
    this.#timer = setTimeout(() => this.#refreshAll(), waitMs);
  }

  /** An iteration may be in several sections. */
  #draw(subject: IterationSubject): void {
    for (const row of this.#drawn.values()) if (keyOf(row.subject) === keyOf(subject)) this.redraw(row);
  }
}

const refusedRows = (refused: IterationsRefused): IterationRow[] => {
  const { t } = vscode.l10n;
  const { reason } = refused;
  const isOfServer = reason === 'build' || reason === 'release' || reason === 'scope';
  const choose: IterationRow = {
    kind: 'action',
    label: t('Choose Another Group…'),
    icon: 'list-selection',
    command: 'graft.iterations.chooseGroup',
  };
  const again: IterationRow = { kind: 'action', label: t('Try Again'), icon: 'refresh', command: retry };
  return [{ kind: 'refused', refused }, ...(isOfServer ? [] : [choose]), again];
};

const emptyMessage = (section: SectionName): string => {
  const { t } = vscode.l10n;
  return {
    current: t('No current iteration.'),
    upcoming: t('No upcoming iterations.'),
    closed: t('No closed iterations.'),
    all: t('No iterations.'),
    search: t('No iterations match.'),
  }[section];
};
