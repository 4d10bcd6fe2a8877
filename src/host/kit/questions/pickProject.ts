import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import { type Account, accountName } from '../../../model/account.ts';
import { listProjects, type Project } from '../../../wire/projects.ts';
import type { Shell } from '../../shell/shell.ts';
import { explain } from '../words/explain.ts';
import { visibleLabel } from '../words/format.ts';
import { searchPick } from './searchPick.ts';
import type { WizardStep } from './wizard.ts';
import { explainMissing } from '../requireProject.ts';

/**
 * Searches the projects of some accounts, by default all. Undefined when closed; offers to sign in without an account.
 */
export const pickProject = async (
  shell: Shell,
  title: string,
  { at, accounts = shell.accounts.list() }: { readonly at?: WizardStep; readonly accounts?: readonly Account[] } = {},
): Promise<{ readonly account: Account; readonly project: Project } | undefined> => {
  if (accounts.length === 0) {
    await shell.project.find();
    explainMissing(shell);
    return undefined;
  }
  return searchPick<{ readonly account: Account; readonly project: Project }>({
    title,
    at,
    placeholder: vscode.l10n.t('Search your projects by name or path'),
    empty: (text) =>
      text === ''
        ? vscode.l10n.t('Your accounts are not members of any project. Type to search all projects.')
        : vscode.l10n.t('No project matches “{0}”.', text),
    search: async (text, signal) => {
      const answers = await Promise.allSettled(accounts.map((account) => search(shell, account, text, signal)));
      const failures = answers.flatMap((answer, index) =>
        answer.status === 'rejected' ? [{ reason: answer.reason as unknown, account: accounts[index] }] : [],
      );
      // a failing account must not hide the others' projects
      if (failures.length === accounts.length) throw failures[0]?.reason;
      return [
        ...answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
        ...failures.map(({ reason, account }) => ({
          label: `$(error) ${explain(reason)}`,
          ...(account ? { description: accountName(account) } : {}),
        })),
      ];
    },
  });
};

const search = async (
  shell: Shell,
  account: Account,
  text: string,
  signal: AbortSignal,
): Promise<(vscode.QuickPickItem & { value: { account: Account; project: Project } })[]> => {
  try {
    const { items } = await shell.clients
      .of(account)
      .send(
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
      description: accountName(account),
      ...(project.description ? { detail: visibleLabel(project.description.split('\n', 1)[0] ?? '') } : {}),
      value: { account, project },
    }));
  } catch (error) {
    if (!isCancelled(error)) shell.log.error(`The projects of ${account.username} could not be searched.`, error);
    throw error;
  }
};
