import * as vscode from '../vscode.ts';
import type { FileProblem } from '../../model/backports/projectFile.ts';
import { countStates, type QueueBranch, type QueueCell, type QueueState } from '../../model/backports/queue.ts';
import { explain } from '../kit/words/explain.ts';
import { visible, visibleLabel } from '../kit/words/format.ts';
import { problemLine } from '../kit/pages/projectFile.ts';
import { iconItem, stateItem, type StateRow } from '../kit/trees/rows.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { readinessCheckItem, type ReadinessCheckRow, readinessItem, type ReadinessRow } from './readinessRows.ts';
import { commitLines, countMessage, evidenceMessage, reasonMessage, stateName } from './messages.ts';

export interface QueueBranchRow {
  readonly kind: 'queueBranch';
  readonly open: OpenProject;
  branch: QueueBranch;
}

/** Merge request on a branch. */
export interface QueueCellRow {
  readonly kind: 'queueCell';
  readonly open: OpenProject;
  readonly cell: QueueCell;
}

/** Problem in a line of the project file. */
export interface FileProblemRow {
  readonly kind: 'fileProblem';
  readonly open: OpenProject;
  readonly commit: string;
  readonly problem: FileProblem;
}

/** Row with a command. */
export interface QueueActionRow {
  readonly kind: 'queueAction';
  readonly label: string;
  readonly icon: string;
  readonly command: string;
}

export type QueueRow =
  | StateRow
  | QueueBranchRow
  | QueueCellRow
  | FileProblemRow
  | QueueActionRow
  | ReadinessRow
  | ReadinessCheckRow;

export const queueItem = (
  row: QueueRow,
  readinessOf: (row: ReadinessRow) => Parameters<typeof readinessItem>[1],
): vscode.TreeItem => {
  switch (row.kind) {
    case 'queueBranch':
      return branchItem(row);
    case 'queueCell':
      return cellItem(row);
    case 'fileProblem':
      return problemItem(row);
    case 'readiness':
      return readinessItem(row, readinessOf(row));
    case 'readinessCheck':
      return readinessCheckItem(row);
    case 'queueAction': {
      const item = iconItem(row.label, row.icon);
      item.command = { command: row.command, title: row.label };
      return item;
    }
    default:
      return stateItem(row);
  }
};

const branchItem = ({ branch: { branch, tip, error, cells } }: QueueBranchRow): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const item = iconItem(visibleLabel(branch), 'git-branch');
  item.id = `branch ${branch}`;
  item.contextValue = 'queueBranch';
  item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
  const counts = countStates(cells).map(([state, count]) => countMessage(state, count));
  const unread =
    error !== undefined
      ? t('The branch could not be read: {0}', explain(error))
      : tip === undefined
        ? t('There is no branch {0}.', visible(branch))
        : undefined;
  item.description = [...(tip === undefined ? [t('unknown')] : []), ...counts].join(' · ');
  item.tooltip = [visible(branch), ...counts, ...(unread === undefined ? [] : [unread])].join('\n');
  return item;
};

const icons: Readonly<Record<QueueState, readonly [icon: string, color?: string]>> = {
  conflict: ['git-merge', 'editorWarning.foreground'],
  wanted: ['circle-large-outline'],
  refused: ['lock'],
  unknown: ['question'],
  open: ['git-pull-request', 'textLink.foreground'],
  done: ['pass', 'testing.iconPassed'],
  notNeeded: ['circle-slash', 'testing.iconSkipped'],
};

const cellItem = (row: QueueCellRow): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const { cell } = row;
  const { mergeRequest, branch, state, reason, backport } = cell;
  const item = new vscode.TreeItem(visibleLabel(mergeRequest.title));
  const [icon, color] = icons[state];
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.id = `cell ${branch} ${mergeRequest.iid}`;
  item.contextValue = [
    'queueCell',
    ...(cell.commits.length > 0 ? ['tested'] : []),
    ...(backport ? ['brought'] : []),
  ].join(' ');
  const known = evidenceMessage(cell);
  item.description = visible(`${stateName(state)} · !${mergeRequest.iid} · ${known}`);
  item.tooltip = [
    visible(t('!{0} {1}', mergeRequest.iid, mergeRequest.title)),
    visible(t('{0} on {1}: {2}', stateName(state), branch, known)),
    ...commitLines(cell),
    visible(reasonMessage(reason)),
    ...(backport === undefined
      ? []
      : [visible(t('Merge request to the branch: !{0} {1}', backport.mergeRequest.iid, backport.mergeRequest.title))]),
    visible(t('Labels: {0}', (mergeRequest.labels ?? []).join(', ') || t('none'))),
  ].join('\n');
  item.accessibilityInformation = {
    label: visible(
      t('{0}, !{1}, {2} on {3}: {4}', mergeRequest.title, mergeRequest.iid, stateName(state), branch, known),
    ),
  };
  item.command = { command: 'graft.backports.openRequest', title: t('Open Merge Request'), arguments: [row] };
  return item;
};

const problemItem = (row: FileProblemRow): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const line = problemLine(row.problem);
  const item = iconItem(line, 'error');
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('charts.red'));
  item.tooltip = `${line}\n${t('Click to open the file at this line.')}`;
  item.contextValue = 'fileProblem';
  item.command = { command: 'graft.backports.openFile', title: t('Open File'), arguments: [row] };
  return item;
};
