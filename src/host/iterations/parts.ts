import type * as vscode from '../vscode.ts';
import type { RowsFirst } from '../kit/idleWork.ts';
import type { Shell } from '../shell/shell.ts';
import type { IterationsArea } from './area.ts';
import { IterationLists } from './lists.ts';
import { IterationLive } from './live.ts';
import type { IterationRow } from './rows.ts';
import { IterationStatus } from './statusBar.ts';
import { IterationsView } from './view.ts';
import { IterationWork } from './work.ts';

export const createIterationParts = (
  shell: Shell,
  view: vscode.TreeView<IterationRow>,
  rows: RowsFirst,
): IterationsArea => {
  const { own, context } = shell;
  const lists = own(new IterationLists({ ...shell, memento: context.workspaceState }));
  const work = own(new IterationWork(shell));
  const live = own(new IterationLive(shell));
  return {
    ...shell,
    iterationLists: lists,
    iterationWork: work,
    iterationLive: live,
    iterations: own(new IterationsView({ ...shell, view, lists, work, live })),
    iterationStatus: own(new IterationStatus({ ...shell, rows, lists, work, live })),
  };
};

export { iterationCommands } from './commands.ts';
