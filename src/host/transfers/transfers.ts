import * as vscode from '../vscode.ts';
import { registerCommands } from '../kit/commands.ts';
import { late, latePages, lateTexts } from '../kit/late.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { Shell } from '../shell/shell.ts';
import type { TransfersArea } from './area.ts';
import { hasJobs, hasOpenJobs } from './openJobs.ts';

/**
 * Opens the area of exports, imports and moves. Its code is loaded with a command, a page or a report of it, and where
 * a job has not ended, whatever window has begun it: it is watched then.
 */
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
  // what another window has begun meanwhile
  own(vscode.window.onDidChangeWindowState(watch));
  watch();
  return load;
};
