import * as vscode from '../vscode.ts';
import { type Account, accountName } from '../../model/account.ts';
import { getProject } from '../../wire/projects.ts';
import type { Shell } from '../shell/shell.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { explain } from './words/explain.ts';
import type { OpenProject, ProjectState, SeenRemote } from '../shell/currentProject.ts';

/** The window's project; without one, shows why and what to do. */
export const requireProject = async (shell: Shell): Promise<OpenProject | undefined> => {
  if (shell.project.state.kind === 'starting') await shell.project.find();
  if (!shell.project.open) explainMissing(shell);
  return shell.project.open;
};

export const readProject = async (
  { clients }: Pick<Shell, 'clients'>,
  account: Account,
  id: number,
  signal?: AbortSignal,
): Promise<OpenProject> => {
  const client = clients.of(account);
  return { account, client, project: await client.send(getProject, { id }, { signal }), remote: undefined };
};

/** The project of a stored item or page. Undefined if its account was removed. */
export const projectOf = async (
  { accounts, clients, project: { open } }: Pick<Shell, 'accounts' | 'clients' | 'project'>,
  { account: id, project }: { readonly account: string; readonly project: number },
  signal?: AbortSignal,
): Promise<OpenProject | undefined> => {
  // ids are unique per server only
  if (open?.project.id === project && open.account.id === id) return open;
  const account = await accounts.find(id);
  return account && readProject({ clients }, account, project, signal);
};

/** Shows nothing if the window has a project. */
export const explainMissing = (shell: Shell): void => {
  const { t } = vscode.l10n;
  const { state } = shell.project;
  const words = whyNone(state);
  if (words === undefined) return;
  const remotes = 'remotes' in state ? state.remotes : undefined;
  const offer = (title: string, command: string, ...args: readonly unknown[]) => ({ title, command, args });
  const offers =
    state.kind === 'signedOut'
      ? [offer(t('Sign In…'), 'graft.accounts.add')]
      : state.kind === 'failed' && remotes === undefined
        ? [offer(t('Show Log'), 'graft.accounts.showLog')]
        : [offer(t('Choose Project…'), 'graft.accounts.chooseProject')];
  const other = remotes?.flatMap(({ why }) => (why.kind === 'noAccount' && why.server ? [why] : []))[0];
  if (other) offers.unshift(offer(t('Sign In to {0}…', other.host), 'graft.accounts.add', other.server));
  void vscode.window.showInformationMessage(words, ...offers.map(({ title }) => title)).then(async (answer) => {
    const chosen = offers.find(({ title }) => title === answer);
    if (chosen) await vscode.commands.executeCommand(chosen.command, ...chosen.args);
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
      return noRemoteLeads(state.remotes);
    case 'failed':
      return state.remotes
        ? noRemoteLeads(state.remotes)
        : t('The project could not be read: {0}', explain(state.error));
  }
};

const noRemoteLeads = (remotes: readonly SeenRemote[]): string =>
  vscode.l10n.t(
    'No project is open: no remote leads to a project that your accounts can read ({0}).',
    remotes.map(({ name, why }) => `${name}: ${wordsOf(why)}`).join('; '),
  );

const wordsOf = (why: SeenRemote['why']): string => {
  const { t } = vscode.l10n;
  switch (why.kind) {
    case 'local':
      return t('a folder on this computer');
    case 'noAccount':
      return t('no account on {0}', why.host);
    case 'otherPort':
      return t('{0} has another port than {1}, where you have an account', why.address, why.server);
    case 'otherPath':
      return t('its address is not below {0}, where you have an account', why.server);
    case 'noNamespace':
      return t('no group and project in the path “{0}”', why.path);
    case 'unreadable': {
      const { project, account, error } = why;
      return requestErrorFacts(error, 'notFound')
        ? t('{0} does not exist, or {1} has no access to it', project, accountName(account))
        : t('{0} could not be read as {1}: {2}', project, accountName(account), explain(error));
    }
  }
};

/** Refreshes a view; a project view explains a missing project. */
export const refresh = async (
  shell: Shell,
  view: { refresh(): Promise<void> },
  needs: 'project' | 'account' = 'project',
): Promise<void> => {
  shell.clients.stopSharing();
  shell.accounts.wanted.fire();
  await view.refresh();
  if (needs === 'project' && shell.project.state.kind !== 'failed') explainMissing(shell);
};
