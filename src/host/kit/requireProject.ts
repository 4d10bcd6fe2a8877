import * as vscode from '../vscode.ts';
import type { Account } from '../../model/account.ts';
import { getProject } from '../../wire/projects.ts';
import type { Shell } from '../shell/shell.ts';
import { explain } from './explain.ts';
import type { OpenProject, ProjectState } from '../shell/currentProject.ts';

/** The project of the window, looked for if nobody has yet. Without one the user is told why, and what to do. */
export const requireProject = async (shell: Shell): Promise<OpenProject | undefined> => {
  if (shell.project.state.kind === 'starting') await shell.project.find();
  if (!shell.project.open) sayWhyNone(shell);
  return shell.project.open;
};

/** Reads a project with an account, by its id. */
export const readProject = async (
  { clients }: Pick<Shell, 'clients'>,
  account: Account,
  id: number,
): Promise<OpenProject> => {
  const client = clients.of(account);
  return { account, client, project: await client.send(getProject, { id }), remote: undefined };
};

/** Says why the window has no project, and offers what helps. Says nothing when it has one. */
export const sayWhyNone = (shell: Shell): void => {
  const { t } = vscode.l10n;
  const { state } = shell.project;
  const words = whyNone(state);
  if (words === undefined) return;
  const offer =
    state.kind === 'signedOut'
      ? { title: t('Sign In…'), command: 'graft.accounts.add' }
      : state.kind === 'failed'
        ? { title: t('Show Log'), command: 'graft.accounts.showLog' }
        : { title: t('Choose Project…'), command: 'graft.accounts.chooseProject' };
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
      return t('Still detecting the project. Try again in a moment.');
    case 'signedOut':
      return t('You are not signed in.');
    case 'noFolder':
      return t('No project is open: no folder is open to detect it from. Choose a project.');
    case 'noRepository':
      return vscode.workspace.isTrusted
        ? t('No project is open: the folder is not a git repository. Choose a project.')
        : t('No project is open: Git is disabled in Restricted Mode. Trust the workspace, or choose a project.');
    case 'noRemote':
      return t('No project is open: the repository has no remote. Choose a project.');
    case 'unknownRemote':
      return t(
        'No project is open: no remote points to a server you have an account on ({0}). Choose a project.',
        state.remotes.map(({ name, host }) => `${name}: ${host ?? t('a folder on this computer')}`).join(', '),
      );
    case 'failed':
      return t('The project could not be read: {0}', explain(state.error));
  }
};

/**
 * Reloads a view. A failure is a row of the view. A view of the project reports that there is none; one of an account
 * does without.
 */
export const refresh = async (
  shell: Shell,
  view: { refresh(): Promise<void> },
  needs: 'project' | 'account' = 'project',
): Promise<void> => {
  shell.clients.beginAnew();
  await view.refresh();
  if (needs === 'project' && shell.project.state.kind !== 'failed') sayWhyNone(shell);
};
