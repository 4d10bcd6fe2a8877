import * as vscode from '../vscode.ts';
import type { Shell } from '../shell/shell.ts';
import { AfterRows, type RowsFirst } from './idleWork.ts';

/**
 * Does what a setting of the extension wants, after the rows of visible views: whenever a project is opened while it is on,
 * and when it is switched on.
 */
export const whenWanted = (
  { own, project }: Pick<Shell, 'own' | 'project'>,
  setting: string,
  rows: RowsFirst,
  work: () => Promise<void>,
): void => {
  const wanted = own(new AfterRows(work, rows));
  const look = (): void => {
    if (project.open && vscode.workspace.getConfiguration('graft').get(setting, false)) wanted.soon();
  };
  own(project.onDidChange(look));
  own(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`graft.${setting}`)) look();
    }),
  );
};
