import * as vscode from '../../../vscode.ts';
import { type Account, instanceName } from '../../../../model/account.ts';
import { hasEnded, type Job } from '../../../../model/transfers/jobs/job.ts';
import { listProjects, type Project } from '../../../../wire/projects.ts';
import type { TransfersArea } from '../../area.ts';
import { visible, visibleLabel } from '../../../kit/words/format.ts';
import { chooseJob } from '../../chooseJob.ts';
import type { JobRow } from '../../rows.ts';
import { openInBrowser } from '../../../kit/openInBrowser.ts';
import { searchPick } from '../../../kit/questions/searchPick.ts';
import { requireAccount } from '../account.ts';
import { canceledMessage } from './messages.ts';
import { cancelProject } from './rules.ts';
import { call } from '../../../kit/areaCommands.ts';

const isRunning = (job: Job): boolean => job.kind === 'githubImport' && !hasEnded(job);

/** Cancels an import from GitHub (H2): of a row, a running job or, without one, any project. */
export const cancelGithubImport = async (area: TransfersArea, argument?: unknown): Promise<void> => {
  const title = vscode.l10n.t('Cancel Import from GitHub');
  if (argument === undefined && !area.jobs.list().some(isRunning)) return cancelUnwatched(area, title);
  const job = await chooseJob(area, argument, { title, fits: isRunning });
  if (job !== undefined) await call('graft.transfers.cancelJob', { kind: 'job', id: job.id } satisfies JobRow);
};

const cancelUnwatched = async (area: TransfersArea, title: string): Promise<void> => {
  const { t } = vscode.l10n;
  const account = await requireAccount(area, title);
  const project = account && (await askProject(area, account, title));
  if (account === undefined || project === undefined) return;
  const path = visible(project.path_with_namespace);
  const yes = t('Cancel Job');
  const detail = t('Imported data stays in the project. The import can’t be resumed.');
  const question = t('Cancel the import from GitHub into {0}?', path);
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
  const how = { client: area.clients.of(account), signal: new AbortController().signal };
  const canceled = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Canceling the import into {0}…', path) },
    () => cancelProject(how, project.id, instanceName(account.baseUrl)),
  );
  if (canceled.kind === 'over') {
    const words = t('The import could not be canceled: “{0}” (400).', visible(canceled.words));
    void vscode.window.showInformationMessage(words);
    return;
  }
  const { originUrl } = canceled.change;
  const extra = canceled.project === undefined ? [] : [`${canceledMessage(canceled.project)}.`];
  const words = [t('The import into {0} was canceled.', path), ...extra];
  if (originUrl === undefined || !/^https?:/.test(originUrl)) {
    const link = originUrl === undefined ? [] : [t('Repository: {0}', visible(originUrl))];
    void vscode.window.showInformationMessage([...words, ...link].join(' '));
    return;
  }
  const open = t('Open Repository');
  const pressed = vscode.window.showInformationMessage(words.join(' '), open);
  void pressed.then((button) => (button === open ? openInBrowser(originUrl) : undefined));
};

const askProject = (area: TransfersArea, account: Account, title: string): Promise<Project | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<Project>({
    title,
    placeholder: t('No running import here. Search for the project whose import to cancel'),
    empty: (text) => t('No project of yours matches “{0}”.', text),
    search: async (text, signal) => {
      const { items } = await area.clients
        .of(account)
        .send(
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
