import * as vscode from '../vscode.ts';
import { registerCommands } from '../kit/commands.ts';
import { late, latePages, lateTexts } from '../kit/late.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { Shell } from '../shell/shell.ts';
import type { TransfersArea } from './area.ts';
import { hasJobs, hasOpenJobs } from './openJobs.ts';

/** Door of the area. Its code loads with a command, page or report, or if any window has a running job. */
export const createTransfers = (shell: Shell): (() => Promise<TransfersArea>) => {
  const { own, context } = shell;
  const load = late(async () => (await import('./parts.ts')).createTransferParts(shell));
  own(latePages('graft.job', async () => (await load()).jobPages));
  own(lateTexts('graft-move', async () => (await load()).moveReports));
  own(
    registerCommands(shell, 'transfers', async () => {
      const [area, { transferCommands }] = await Promise.all([load(), import('./parts.ts')]);
      return [area, transferCommands];
    }),
  );
  const watch = (): void => {
    setContextKey('graft.transfers.hasJobs', hasJobs(context.globalState));
    if (!hasOpenJobs(context.globalState)) return;
    load().catch((error: unknown) => shell.log.error('Running exports and imports could not be watched.', error));
  };
  // started by another window
  own(vscode.window.onDidChangeWindowState(watch));
  watch();
  return load;
};
