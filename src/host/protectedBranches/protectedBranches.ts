import { AfterRows, type RowsFirst } from '../kit/idleWork.ts';
import { registerCommands } from '../kit/commands.ts';
import { late, lateTree } from '../kit/late.ts';
import type { Shell } from '../shell/shell.ts';
import type { ProtectionArea } from './area.ts';
import type { RuleRow } from './view.ts';

/**
 * Door of the area. Its code loads with the view or a command or, if the window has a project, after the visible rows,
 * for the status bar and Source Control.
 */
export const createProtection = (shell: Shell, rows: RowsFirst): (() => Promise<ProtectionArea>) => {
  const { own, project } = shell;
  const load = late(async (): Promise<ProtectionArea> =>
    (await import('./parts.ts')).createProtectionParts(shell, view, rows),
  );
  const view = lateTree<RuleRow>(own, 'graft.protectedBranches', async () => (await load()).protectedBranches);
  const status = own(new AfterRows(async () => void (await load()), rows));
  own(project.onDidChange(({ kind }) => kind === 'ready' && status.soon()));
  own(
    registerCommands(shell, 'protectedBranches', async () => [
      await load(),
      (await import('./parts.ts')).protectedBranchCommands,
    ]),
  );
  return load;
};
