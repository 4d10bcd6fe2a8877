import * as vscode from 'vscode';
import { isCancelled } from '../client/errors.ts';
import { addAccount } from './accounts/addAccount.ts';
import { listAccounts, removeAccount } from './accounts/manageAccounts.ts';
import { administrationCommands } from './administration/commands.ts';
import type { App } from './app.ts';
import { boardCommands } from './board/commands.ts';
import type { CommandTable } from './command.ts';
import { commitCommands } from './commits/commands.ts';
import { composerCommands } from './composer/commands.ts';
import { explain } from './explain.ts';
import { importCommands } from './imports/commands.ts';
import { serviceImportCommands } from './imports/services/commands.ts';
import { iterationCommands } from './iterations/commands.ts';
import { exportCommands } from './jobs/exports/commands.ts';
import { jobCommands } from './jobs/commands.ts';
import { jobPageCommands } from './jobs/page/commands.ts';
import { moveCommands } from './move/commands.ts';
import { chooseProject, detectProject } from './project/chooseProject.ts';
import { reviewCommands } from './reviews/commands.ts';
import { publishCommands } from './reviews/publishCommands.ts';
import { protectedBranchCommands } from './protectedBranches/commands.ts';

/** Every command of package.json and what carries it out. */
export const commands: CommandTable = {
  'graft.accounts.add': addAccount,
  'graft.accounts.list': listAccounts,
  'graft.accounts.remove': removeAccount,
  'graft.project.choose': chooseProject,
  'graft.project.detect': detectProject,
  ...administrationCommands,
  ...boardCommands,
  ...commitCommands,
  ...composerCommands,
  ...importCommands,
  ...iterationCommands,
  ...moveCommands,
  ...exportCommands,
  ...jobCommands,
  ...jobPageCommands,
  ...protectedBranchCommands,
  ...reviewCommands,
  ...serviceImportCommands,
  ...publishCommands,
  'graft.log.show': (app) => app.log.show(),
  'graft.sandbox.start': (app) => app.sampleServer.start(app),
  'graft.sandbox.stop': (app) => {
    if (app.sampleServer.isRunning) return app.sampleServer.stop(app);
    return void vscode.window.showInformationMessage(vscode.l10n.t('The sample server is not running.'));
  },
};

/** Registers the table. What a command throws is logged and said once, here. */
export const registerCommands = (app: App): vscode.Disposable =>
  vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) =>
      vscode.commands.registerCommand(id, (argument?: unknown, selection?: unknown, ...more: readonly unknown[]) =>
        reported(app, id, async () => {
          await run(app, argument, selection, ...more);
        }),
      ),
    ),
  );

/** Does a piece of work the user asked for; what it throws is logged and said, except that it was cancelled. */
export const reported = async (app: App, what: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!isCancelled(error)) await reportError(app, what, error);
  }
};

const reportError = async (app: App, id: string, error: unknown): Promise<void> => {
  app.log.error(`${id} failed.`, error);
  const show = vscode.l10n.t('Show Log');
  if ((await vscode.window.showErrorMessage(explain(error), show)) === show) app.log.show();
};
