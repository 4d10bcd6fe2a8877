import * as vscode from '../vscode.ts';
import type { Shell } from '../shell/shell.ts';
import { AfterRows, type RowsFirst } from './idleWork.ts';

/** Runs `work` in the background once a setting is on; with `project`, for each project opened. */
export const whenWanted = (
  { own, project }: Pick<Shell, 'own'> & Partial<Pick<Shell, 'project'>>,
  setting: string,
  rows: RowsFirst,
  work: () => Promise<void>,
): void => {
  const wanted = own(new AfterRows(work, rows));
  const check = (): void => {
    if (project && !project.open) return;
    if (vscode.workspace.getConfiguration('graft').get(setting, false)) wanted.soon();
  };
  check();
  if (project) own(project.onDidChange(check));
  own(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`graft.${setting}`)) check();
    }),
  );
};
