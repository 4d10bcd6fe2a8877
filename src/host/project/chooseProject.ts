import * as vscode from 'vscode';
import { isCancelled } from '../../client/errors.ts';
import { type Account, instanceName } from '../../model/account.ts';
import { listProjects, type Project } from '../../wire/projects.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import { visibleLabel } from '../format.ts';
import { searchPick } from '../searchPick.ts';
import { sayWhyNone } from './requireProject.ts';

/** Lets the user search the projects of all accounts and works on the chosen one from then on. */
export const chooseProject = async (app: App): Promise<void> => {
  const chosen = await pickProject(app, vscode.l10n.t('Choose Project'));
  if (chosen) await app.project.choose(chosen.account, chosen.project);
};

/**
 * Lets the user search the projects of all accounts. Undefined when left; without an account the user is told what to
 * do.
 */
export const pickProject = async (
  app: App,
  title: string,
): Promise<{ readonly account: Account; readonly project: Project } | undefined> => {
  const accounts = app.accounts.list();
  if (accounts.length === 0) {
    await app.project.find();
    sayWhyNone(app);
    return undefined;
  }
  return searchPick<{ readonly account: Account; readonly project: Project }>({
    title,
    placeholder: vscode.l10n.t('Search your projects by name or path'),
    empty: (text) =>
      text === ''
        ? vscode.l10n.t('Your accounts are not members of any project. Type to search all projects.')
        : vscode.l10n.t('No project matches “{0}”.', text),
    search: async (text, signal) => {
      const answers = await Promise.allSettled(accounts.map((account) => search(app, account, text, signal)));
      const failures = answers.flatMap((answer, index) =>
        answer.status === 'rejected' ? [{ reason: answer.reason as unknown, account: accounts[index] }] : [],
      );
      // one account that does not work must not hide the projects of the others
      if (failures.length === accounts.length) throw failures[0]?.reason;
      return [
        ...answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
        ...failures.map(({ reason, account }) => ({
          label: `$(error) ${explain(reason)}`,
          ...(account ? { description: whose(account) } : {}),
        })),
      ];
    },
  });
};

/** Forgets the project chosen by hand and looks at the remotes again; says so when they lead nowhere. */
export const detectProject = async (app: App): Promise<void> => {
  await app.project.detect();
  sayWhyNone(app);
};

const whose = (account: Account): string => `${instanceName(account.baseUrl)} · ${account.username}`;

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
      description: whose(account),
      ...(project.description ? { detail: visibleLabel(project.description.split('\n', 1)[0] ?? '') } : {}),
      value: { account, project },
    }));
  } catch (error) {
    if (!isCancelled(error)) app.log.error(`The projects of ${account.username} could not be searched.`, error);
    throw error;
  }
};
