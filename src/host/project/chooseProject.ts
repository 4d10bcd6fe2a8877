import * as vscode from 'vscode';
import { isCancelled } from '../../client/errors.ts';
import { type Account, instanceName } from '../../model/account.ts';
import { listProjects, type Project } from '../../wire/projects.ts';
import type { App } from '../app.ts';
import { visibleLabel } from '../format.ts';
import { searchPick } from '../searchPick.ts';

/** Lets the user search the projects of all accounts and works on the chosen one from then on. */
export const chooseProject = async (app: App): Promise<void> => {
  const accounts = app.accounts.list();
  const chosen = await searchPick<{ readonly account: Account; readonly project: Project }>({
    title: vscode.l10n.t('Choose Project'),
    placeholder: vscode.l10n.t('Search your projects by name or path'),
    empty: (text) =>
      text === ''
        ? vscode.l10n.t('Your accounts are not members of any project. Type to search all projects.')
        : vscode.l10n.t('No project matches “{0}”.', text),
    search: async (text, signal) =>
      (await Promise.all(accounts.map((account) => search(app, account, text, signal)))).flat(),
  });
  if (chosen) await app.project.choose(chosen.account, chosen.project);
};

const search = async (
  app: App,
  account: Account,
  text: string,
  signal: AbortSignal,
): Promise<(vscode.QuickPickItem & { value: { account: Account; project: Project } })[]> => {
  try {
    const { items } = await app.clients.of(account).send(
      listProjects,
      {
        order_by: 'last_activity_at',
        per_page: 50,
        ...(text === '' ? { membership: true } : { search: text, search_namespaces: true }),
      },
      { signal },
    );
    return items.map((project) => ({
      label: project.path_with_namespace,
      description: `${instanceName(account.baseUrl)} · ${account.username}`,
      ...(project.description ? { detail: visibleLabel(project.description.split('\n', 1)[0] ?? '') } : {}),
      value: { account, project },
    }));
  } catch (error) {
    if (!isCancelled(error)) app.log.error(`The projects of ${account.username} could not be searched.`, error);
    throw error;
  }
};
