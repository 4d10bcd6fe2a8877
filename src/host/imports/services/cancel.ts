import * as vscode from 'vscode';
import { type Account, instanceName } from '../../../model/account.ts';
import { hasEnded, type Job } from '../../../model/jobs/job.ts';
import { listProjects, type Project } from '../../../wire/projects.ts';
import type { App } from '../../app.ts';
import { visible, visibleLabel } from '../../format.ts';
import { chooseJob } from '../../jobs/chooseJob.ts';
import type { JobRow } from '../../jobs/rows.ts';
import { searchPick } from '../../searchPick.ts';
import { requireAccount } from '../account.ts';
import { cancelProject } from './rules.ts';

const isRunning = (job: Job): boolean => job.kind === 'githubImport' && !hasEnded(job);

/**
 * Cancels an import from GitHub (H2): the one of a row, one of those that are watched, or, where none is, that of a
 * project which was begun elsewhere.
 */
export const cancelGithubImport = async (app: App, argument?: unknown): Promise<void> => {
  const title = vscode.l10n.t('Cancel Import from GitHub');
  if (argument === undefined && !app.jobs.list().some(isRunning)) return cancelUnwatched(app, title);
  const job = await chooseJob(app, argument, { title, fits: isRunning });
  if (job !== undefined)
    await vscode.commands.executeCommand('graft.jobs.cancel', { kind: 'job', id: job.id } satisfies JobRow);
};

const cancelUnwatched = async (app: App, title: string): Promise<void> => {
  const { t } = vscode.l10n;
  const account = await requireAccount(app, title);
  const project = account && (await askProject(app, account, title));
  if (account === undefined || project === undefined) return;
  const path = visible(project.path_with_namespace);
  const yes = t('Cancel It');
  const detail = t('What was imported so far stays in the project. It cannot be taken up again.');
  const question = t('Cancel the import from GitHub into {0}?', path);
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
  const how = { client: app.clients.of(account), signal: new AbortController().signal };
  const canceled = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Canceling the import into {0}…', path) },
    () => cancelProject(how, project.id, instanceName(account.baseUrl)),
  );
  const words =
    canceled.kind === 'over'
      ? t('There was nothing to cancel any more: “{0}” (400).', visible(canceled.words))
      : t('The import into {0} was canceled.', path);
  void vscode.window.showInformationMessage(words);
};

const askProject = (app: App, account: Account, title: string): Promise<Project | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<Project>({
    title,
    placeholder: t('No import is watched here. Search the project whose import is to be canceled'),
    empty: (text) => t('No project of yours matches “{0}”.', text),
    search: async (text, signal) => {
      const { items } = await app.clients.of(account).send(
        listProjects,
        {
          membership: true,
          order_by: 'created_at',
          per_page: 50,
          ...(text === '' ? {} : { search: text, search_namespaces: true }),
        },
        { signal },
      );
      return items.map((project) => ({
        label: visibleLabel(project.path_with_namespace),
        iconPath: new vscode.ThemeIcon('repo'),
        value: project,
      }));
    },
  });
};
