import type { QueueRow } from './rows.ts';
import { registerCommands } from '../kit/commands.ts';
import { AfterRows, type RowsFirst } from '../kit/idleWork.ts';
import { late, lateTexts, lateTree } from '../kit/late.ts';
import { projectKey } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import type { BackportsArea } from './area.ts';

/**
 * Registers the backport queue. Its code loads with the view or first command. Checks for the project file, which makes
 * the view visible, after the first rows.
 */
export const createBackports = (shell: Shell, rows: RowsFirst): (() => Promise<BackportsArea>) => {
  const { own, project } = shell;
  const load = late(async (): Promise<BackportsArea> => (await import('./parts.ts')).createBackportParts(shell, view));
  const view = lateTree<QueueRow>(own, 'graft.backports', async () => (await load()).backports.view);
  own(lateTexts('graft-changelog', async () => (await load()).backports.changelogs));
  const search = own(new AfterRows(async () => (await import('./projectWithFile.ts')).findProjectFile(shell), rows));
  let asked: string | undefined;
  own(
    project.onDidChange(() => {
      const key = project.open && projectKey(project.open);
      if (key !== undefined && key !== asked) search.soon();
      asked = key ?? asked;
    }),
  );
  own(registerCommands(shell, 'backports', async () => [await load(), (await import('./parts.ts')).backportCommands]));
  return load;
};
