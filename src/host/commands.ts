import * as vscode from 'vscode';
import { isCancelled } from '../client/errors.ts';
import { addAccount } from './accounts/addAccount.ts';
import { listAccounts, removeAccount } from './accounts/manageAccounts.ts';
import type { App } from './app.ts';
import { clearFilter, filterCommits } from './commits/filterCommits.ts';
import { applyMessage, discardMessage } from './commits/messageEditor.ts';
import {
  browseCommit,
  copyLink,
  copySha,
  openAllChanges,
  openCommit,
  openFile,
  openInBrowser,
} from './commits/openCommit.ts';
import { cherryPick, revert } from './commits/pickFlow.ts';
import { explain } from './explain.ts';
import { chooseProject, detectProject } from './project/chooseProject.ts';
import { requireProject, sayWhyNone } from './project/requireProject.ts';

type Command = (app: App, argument?: unknown) => unknown;

/** Every command of package.json and what carries it out. */
export const commands: Readonly<Record<string, Command>> = {
  'graft.accounts.add': addAccount,
  'graft.accounts.list': listAccounts,
  'graft.accounts.remove': removeAccount,
  'graft.project.choose': chooseProject,
  'graft.project.detect': detectProject,
  'graft.commits.refresh': (app) => refresh(app, app.commits),
  'graft.commits.filter': filterCommits,
  'graft.commits.clearFilter': clearFilter,
  'graft.commits.loadMore': async (app) => {
    if (await requireProject(app)) await app.commits.loadMore();
  },
  'graft.commits.openPage': openCommit,
  'graft.commits.openChanges': openAllChanges,
  'graft.commits.openFile': openFile,
  'graft.commits.openInBrowser': browseCommit,
  'graft.commits.copySha': copySha,
  'graft.commits.copyLink': copyLink,
  'graft.commits.cherryPick': cherryPick,
  'graft.commits.revert': revert,
  'graft.message.apply': applyMessage,
  'graft.message.discard': discardMessage,
  'graft.protectedBranches.refresh': (app) => refresh(app, app.protectedBranches),
  'graft.protectedBranches.openInBrowser': async (app) => {
    const open = await requireProject(app);
    if (open) await openInBrowser(`${open.project.web_url}/-/settings/repository`);
  },
  'graft.log.show': (app) => app.log.show(),
  'graft.sandbox.start': (app) => app.sampleServer.start(app),
  'graft.sandbox.stop': (app) => {
    if (app.sampleServer.isRunning) return app.sampleServer.stop(app);
    return void vscode.window.showInformationMessage(vscode.l10n.t('The sample server is not running.'));
  },
};

/** Loads a view anew. A failure is a row of the view; that there is no project is said. */
const refresh = async (app: App, view: { refresh(): Promise<void> }): Promise<void> => {
  await view.refresh();
  if (app.project.state.kind !== 'failed') sayWhyNone(app);
};

/** Registers the table. What a command throws is logged and said once, here. */
export const registerCommands = (app: App): vscode.Disposable =>
  vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) =>
      vscode.commands.registerCommand(id, async (argument?: unknown) => {
        try {
          await run(app, argument);
        } catch (error) {
          if (!isCancelled(error)) await reportError(app, id, error);
        }
      }),
    ),
  );

const reportError = async (app: App, id: string, error: unknown): Promise<void> => {
  app.log.error(`${id} failed.`, error);
  const show = vscode.l10n.t('Show Log');
  if ((await vscode.window.showErrorMessage(explain(error), show)) === show) app.log.show();
};
