import { AfterRows, type RowsFirst } from '../kit/idleWork.ts';
import { registerCommands } from '../kit/commands.ts';
import { late, lateTree } from '../kit/late.ts';
import type { Shell } from '../shell/shell.ts';
import type { ProtectionArea } from './area.ts';
import type { RuleRow } from './view.ts';

/**
 * Opens the area of protected branches. Its code is loaded with its view or the first command, and where the window has
 * a project, for what the status bar and Source Control say of the branch, after the rows of visible views.
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
