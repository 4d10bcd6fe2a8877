import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import type { OpenProject, ProjectState } from './currentProject.ts';

/** The project of the window, looked for if nobody has yet. Without one the user is told why, and what to do. */
export const requireProject = async (app: App): Promise<OpenProject | undefined> => {
  if (app.project.state.kind === 'starting') await app.project.find();
  if (!app.project.open) sayWhyNone(app);
  return app.project.open;
};

/** Says why the window has no project, and offers what helps. Says nothing when it has one. */
export const sayWhyNone = (app: App): void => {
  const { t } = vscode.l10n;
  const { state } = app.project;
  const words = whyNone(state);
  if (words === undefined) return;
  const offer =
    state.kind === 'signedOut'
      ? { title: t('Add Account…'), command: 'graft.accounts.add' }
      : state.kind === 'failed'
        ? { title: t('Show Log'), command: 'graft.log.show' }
        : { title: t('Choose Project…'), command: 'graft.project.choose' };
  void vscode.window.showInformationMessage(words, offer.title).then(async (answer) => {
    if (answer === offer.title) await vscode.commands.executeCommand(offer.command);
  });
};

const whyNone = (state: ProjectState): string | undefined => {
  const { t } = vscode.l10n;
  switch (state.kind) {
    case 'ready':
      return undefined;
    case 'starting':
      return t('The project is still being looked for. Try again in a moment.');
    case 'signedOut':
      return t('You are not signed in. Add an account first.');
    case 'noFolder':
      return t('No project is open: there is no folder whose remotes could lead to one. Choose a project.');
    case 'noRepository':
      return t('No project is open: the folder is not a git repository. Choose a project.');
    case 'noRemote':
      return t('No project is open: the repository has no remote. Choose a project.');
    case 'unknownRemote':
      return t('No project is open: no remote leads to a server you have an account on. Choose a project.');
    case 'failed':
      return t('The project could not be read: {0}', explain(state.error));
  }
};
