import * as vscode from '../vscode.ts';
import { projectFilePath } from '../../model/backports/projectFile.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { CurrentProject, OpenProject } from '../shell/currentProject.ts';
import { age } from '../kit/format.ts';
import type { StateRow } from '../kit/rows.ts';
import { ProjectTree } from '../kit/tree.ts';
import { historyMessage, progressMessage, queueError } from './messages.ts';
import type { Queues } from './queues.ts';
import { type QueueBranchRow, queueItem, type QueueRow } from './rows.ts';

const retry = 'graft.backports.refresh';

/** The Backport Queue: the branches of the project's file, under each the merge requests that are wanted there. */
export class QueueView extends ProjectTree<QueueRow> {
  readonly #queues: Queues;

  constructor({
    project,
    queues,
    view,
  }: {
    readonly project: CurrentProject;
    readonly queues: Queues;
    readonly view: vscode.TreeView<QueueRow>;
  }) {
    super(project, retry, view);
    this.#queues = queues;
    this.own(
      queues.onDidChange(() => {
        this.#describe();
        this.redraw();
      }),
    );
  }

  getTreeItem(row: QueueRow): vscode.TreeItem {
    return queueItem(row);
  }

  /** Reads the file and the queue anew. A failure is a row. */
  async refresh(): Promise<void> {
    if (this.project.open === undefined) await this.project.find();
    const { open } = this.project;
    if (open) await this.#shown(this.#queues.refresh(open));
  }

  protected override opened(): void {
    this.#queues.clear();
  }

  protected override closed(): void {
    this.#queues.clear();
  }

  protected below(row: QueueRow): QueueRow[] {
    return row.kind === 'queueBranch' ? belowBranch(row) : [];
  }

  protected roots(open: OpenProject): QueueRow[] {
    const { t } = vscode.l10n;
    const { phase, error, file, queue } = this.#queues.of(open);
    if (phase === 'unread') {
      // the first rows are drawn with the answer
      void this.#shown(this.#queues.read(open));
      return [{ kind: 'loading' }];
    }
    const state: StateRow[] =
      phase === 'failed'
        ? [{ kind: 'failed', error: queueError(error), what: t('The backport queue could not be read'), retry }]
        : phase === 'reading' && queue === undefined
          ? [{ kind: 'loading' }]
          : [];
    if (phase === 'cancelled')
      return [
        ...branchRows(open, queue?.branches),
        { kind: 'queueAction', label: t('Cancelled. Click to go on.'), icon: 'debug-continue', command: retry },
      ];
    if (file?.kind === 'absent' && phase === 'ready') return [...noFileRows()];
    if (file?.kind === 'bad' && phase === 'ready')
      return [
        { kind: 'note', text: t('{0} cannot be used:', projectFilePath) },
        ...file.problems.map((problem): QueueRow => ({ kind: 'fileProblem', open, commit: file.commit, problem })),
      ];
    const branches = branchRows(open, queue?.branches);
    if (phase === 'ready' && branches.length === 0) return [...noBranchRows()];
    const remarks = [
      ...(queue?.historyError === undefined ? [] : [historyMessage(queue.historyError)]),
      ...((queue?.unreadRequests ?? 0) === 0
        ? []
        : [t('The commits of {0} open merge requests were not read.', queue?.unreadRequests ?? 0)]),
    ];
    return [...branches, ...state, ...remarks.map((text): QueueRow => ({ kind: 'note', text }))];
  }

  /** Shows that the view is at work until something has been read. */
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

const branchRows = (open: OpenProject, branches: readonly QueueBranchRow['branch'][] = []): readonly QueueRow[] =>
  branches.map((branch) => ({ kind: 'queueBranch', open, branch }));

const belowBranch = ({ open, branch: { cells } }: QueueBranchRow): QueueRow[] =>
  cells.length === 0
    ? [{ kind: 'note', text: vscode.l10n.t('No merged merge request is wanted here.') }]
    : cells.map((cell) => ({ kind: 'queueCell', open, cell }));

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
