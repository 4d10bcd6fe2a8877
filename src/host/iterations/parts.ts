import type * as vscode from 'vscode';
import type { RowsFirst } from '../afterRows.ts';
import type { App } from '../app.ts';
import { IterationLists } from './lists.ts';
import { IterationLive } from './live.ts';
import { IterationStatus } from './statusBar.ts';
import { IterationsView } from './tree.ts';
import { IterationWork } from './work.ts';

/** Builds what shows iterations; nothing is read before somebody looks. */
export const createIterations = (
  parts: Pick<App, 'project' | 'accounts' | 'clients' | 'network' | 'log'> & {
    readonly memento: vscode.Memento;
    readonly rows: RowsFirst;
  },
  own: <T extends vscode.Disposable>(part: T) => T,
): Pick<App, 'iterationLists' | 'iterationWork' | 'iterationLive' | 'iterations' | 'iterationStatus'> => {
  const lists = own(new IterationLists(parts));
  const work = own(new IterationWork(parts));
  const live = own(new IterationLive(parts));
  return {
    iterationLists: lists,
    iterationWork: work,
    iterationLive: live,
    iterations: own(new IterationsView({ ...parts, lists, work, live })),
    iterationStatus: own(new IterationStatus({ ...parts, lists, work, live })),
  };
};
