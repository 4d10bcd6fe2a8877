import type { RowsFirst } from '../kit/idleWork.ts';
import { registerCommands } from '../kit/commands.ts';
import { late, lateTree } from '../kit/late.ts';
import { whenWanted } from '../kit/whenWanted.ts';
import type { Shell } from '../shell/shell.ts';
import type { IterationsArea } from './area.ts';
import type { IterationRow } from './rows.ts';

/** Door of the area. Its code loads with the view or a command, or for the status bar after the visible rows. */
export const createIterations = (shell: Shell, rows: RowsFirst): (() => Promise<IterationsArea>) => {
  const { own } = shell;
  const load = late(async (): Promise<IterationsArea> =>
    (await import('./parts.ts')).createIterationParts(shell, view, rows),
  );
  const view = lateTree<IterationRow>(own, 'graft.iterations', async () => (await load()).iterations);
  whenWanted(shell, 'iterations.statusBar', rows, async () => void (await load()));
  own(
    registerCommands(shell, 'iterations', async () => [await load(), (await import('./parts.ts')).iterationCommands]),
  );
  return load;
};
