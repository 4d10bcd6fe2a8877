import { isDeepStrictEqual } from 'node:util';
import * as vscode from '../vscode.ts';
import { isUnreachable } from '../../client/errors.ts';
import { projectFilePath } from '../../model/backports/projectFile.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import { type CurrentProject, type OpenProject, projectKey } from '../shell/currentProject.ts';
import { age } from '../kit/words/format.ts';
import type { StateRow } from '../kit/trees/rows.ts';
import { ProjectTree } from '../kit/trees/tree.ts';
import { historyMessage, progressMessage, queueError } from './messages.ts';
import type { Readiness } from '../../model/backports/readiness.ts';
import type { Queue, QueueBranch } from '../../model/backports/queue.ts';
import type { Queues, QueueState } from './queues.ts';
import type { ReadinessRow } from './readinessRows.ts';
import type { Readinesses } from './readinesses.ts';
import { type QueueBranchRow, queueItem, type QueueRow } from './rows.ts';

const retry = 'graft.backports.refresh';

/** Backport Queue: branches of the project file with the merge requests to backport. */
export class QueueView extends ProjectTree<QueueRow> {
  readonly #queues: Queues;
  readonly #readinesses: Readinesses;
  /** Row objects stay while listed. */
  readonly #rows = new Map<string, QueueBranchRow>();
  readonly #readinessRows = new Map<string, ReadinessRow>();
  /** Key of the top-level rows as drawn; undefined for others than branches and notes. */
  #drawn: string | undefined;
  /** Connection error shared by all branches, shown in one row until the next refresh. */
  #lost: unknown;

  constructor({
    project,
    queues,
    readinesses,
    view,
  }: {
    readonly project: CurrentProject;
    readonly queues: Queues;
    readonly readinesses: Readinesses;
    readonly view: vscode.TreeView<QueueRow>;
  }) {
    super(project, retry, view);
    this.#queues = queues;
    this.#readinesses = readinesses;
    this.own(
      readinesses.onDidChange((branch) => {
        const row = this.#readinessRows.get(branch);
        if (row) this.redraw(row);
      }),
    );
    this.own(queues.onDidChange(() => this.#changed()));
  }

  getTreeItem(row: QueueRow): vscode.TreeItem {
    return queueItem(row, ({ open, branch }) => this.#readinesses.of(open, branch));
  }

  /** Reads file and queue again. A failure becomes a row. */
  async refresh(): Promise<void> {
    if (this.project.open === undefined) await this.project.find();
    const { open } = this.project;
    this.#readinesses.clear();
    this.#lost = undefined;
    if (open) await this.#shown(this.#queues.refresh(open));
  }

  protected override opened(): void {
    this.closed();
  }

  protected override closed(): void {
    this.#rows.clear();
    this.#readinessRows.clear();
    this.#drawn = undefined;
    this.#lost = undefined;
    this.#queues.clear();
  }

  #changed(): void {
    this.#describe();
    const { open } = this.project;
    const state = open && this.#queues.of(open);
    const rows = open && state && listedRows(open, state);
    const changed = (state?.queue?.branches ?? []).flatMap((branch) => {
      const row = this.#rows.get(branch.branch);
      if (row === undefined || isDeepStrictEqual(row.branch, branch)) return [];
      row.branch = branch;
      return [row];
    });
    this.redrawList(undefined, rows !== undefined && rows === this.#drawn, changed);
  }

  protected below(row: QueueRow): QueueRow[] | Promise<QueueRow[]> {
    if (row.kind === 'queueBranch') return this.#belowBranch(row);
    return row.kind === 'readiness' ? this.#checks(row) : [];
  }

  /** Reads a branch's checks when first expanded. On failure, the earlier ones stay. */
  async #checks({ open, branch }: ReadinessRow): Promise<QueueRow[]> {
    const { t } = vscode.l10n;
    const rows = (readiness: Readiness): QueueRow[] =>
      readiness.checks.map((check) => ({ kind: 'readinessCheck', open, readiness, check }));
    try {
      return rows(await this.#readinesses.shown(open, branch));
    } catch (error) {
      const { readiness } = this.#readinesses.of(open, branch) ?? {};
      const known = readiness ? rows(readiness) : [];
      if (!isUnreachable(error))
        return [
          ...known,
          { kind: 'failed', error, what: t('The branch could not be checked'), retry, asOfMs: readiness?.readAtMs },
        ];
      const isFirst = this.#lost === undefined;
      this.#lost = error;
      if (isFirst) this.redraw();
      return readiness ? known : [{ kind: 'note', text: t('Not loaded') }];
    }
  }

  protected roots(open: OpenProject): QueueRow[] {
    const { t } = vscode.l10n;
    const read = this.#queues.of(open);
    const { phase, error, file, queue } = read;
    this.#drawn = this.#lost === undefined ? listedRows(open, read) : undefined;
    if (phase === 'unread') {
      // the response draws the first rows
      void this.#shown(this.#queues.read(open));
      return [{ kind: 'loading' }];
    }
    const state: StateRow[] =
      phase === 'failed'
        ? [
            {
              kind: 'failed',
              error: queueError(error),
              what: t('The backport queue could not be read'),
              retry,
              asOfMs: queue?.readAtMs,
            },
          ]
        : phase === 'reading' && queue === undefined
          ? [{ kind: 'loading' }]
          : [];
    if (phase === 'cancelled')
      return [
        ...this.#branchRows(open, queue?.branches),
        { kind: 'queueAction', label: t('Cancelled. Click to go on.'), icon: 'debug-continue', command: retry },
      ];
    if (file?.kind === 'absent' && phase === 'ready') return [...noFileRows()];
    if (file?.kind === 'bad' && phase === 'ready')
      return [
        { kind: 'note', text: t('{0} cannot be used:', projectFilePath) },
        ...file.problems.map((problem): QueueRow => ({ kind: 'fileProblem', open, commit: file.commit, problem })),
      ];
    if (phase !== 'failed' && this.#lost !== undefined)
      state.push({ kind: 'failed', error: this.#lost, what: t('Release readiness could not be read'), retry });
    const branches = this.#branchRows(open, queue?.branches);
    if (phase === 'ready' && branches.length === 0) return [...noBranchRows()];
    // errors go first to be visible
    return [...state, ...branches, ...remarksOn(queue).map((text): QueueRow => ({ kind: 'note', text }))];
  }

  #belowBranch({ open, branch: { branch, tip, cells } }: QueueBranchRow): QueueRow[] {
    const readiness: QueueRow[] = tip === undefined ? [] : [this.#readinessRow(open, branch)];
    return cells.length === 0
      ? [...readiness, { kind: 'note', text: vscode.l10n.t('No merged merge request is wanted here.') }]
      : [...readiness, ...cells.map((cell): QueueRow => ({ kind: 'queueCell', open, cell }))];
  }

  #readinessRow(open: OpenProject, branch: string): ReadinessRow {
    const row = this.#readinessRows.get(branch) ?? { kind: 'readiness', open, branch };
    this.#readinessRows.set(branch, row);
    return row;
  }

  #branchRows(open: OpenProject, branches: readonly QueueBranch[] = []): readonly QueueRow[] {
    return branches.map((branch) => {
      const row = this.#rows.get(branch.branch) ?? { kind: 'queueBranch', open, branch };
      row.branch = branch;
      this.#rows.set(branch.branch, row);
      return row;
    });
  }

  /** Shows progress in the view. */
  async #shown(reading: Promise<void>): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: 'graft.backports' } }, () => reading);
  }

  #describe(): void {
    const { open } = this.project;
    const { phase, progress, queue } = open ? this.#queues.of(open) : { phase: 'unread' as const };
    setContextKey('graft.backports.isReading', phase === 'reading');
    const read = queue === undefined ? '' : age(queue.readAtMs);
    this.describe(phase === 'reading' ? progressMessage(progress) : read);
  }
}

const remarksOn = (queue: Queue | undefined): readonly string[] => [
  ...(queue?.historyError === undefined ? [] : [historyMessage(queue.historyError)]),
  ...((queue?.unreadRequests ?? 0) === 0
    ? []
    : [vscode.l10n.t('The commits of {0} open merge requests were not read.', queue?.unreadRequests ?? 0)]),
];

/** Key of the top-level rows, if they are branches and notes only. */
const listedRows = (open: OpenProject, { phase, file, queue }: QueueState): string | undefined =>
  file?.kind === 'read' && queue !== undefined && (phase === 'ready' || phase === 'reading')
    ? JSON.stringify([projectKey(open), queue.branches.map(({ branch }) => branch), remarksOn(queue)])
    : undefined;

const noFileRows = (): readonly QueueRow[] => {
  const { t } = vscode.l10n;
  return [
    { kind: 'note', text: t('The project has no {0} on its default branch.', projectFilePath) },
    { kind: 'queueAction', label: t('New Project File…'), icon: 'new-file', command: 'graft.backports.openFile' },
  ];
};

const noBranchRows = (): readonly QueueRow[] => {
  const { t } = vscode.l10n;
  return [
    { kind: 'note', text: t('{0} names no branches: “backports” has no labels or milestones.', projectFilePath) },
    { kind: 'queueAction', label: t('Open Project File'), icon: 'go-to-file', command: 'graft.backports.openFile' },
  ];
};
