import * as vscode from '../../vscode.ts';
import { instanceName } from '../../../model/account.ts';
import { gitRefusal, startGitImport, type WantedRepository } from '../../../model/transfers/imports/gitImport.ts';
import { shownAddress } from '../../../model/transfers/imports/addresses.ts';
import { addressProblem } from '../../../model/transfers/imports/remoteArchive.ts';
import { isAtLeast } from '../../../model/release.ts';
import { importGitRepository as operation } from '../../../wire/projectTransfer.ts';
import type { Project } from '../../../wire/projects.ts';
import { askText } from '../../kit/questions/askText.ts';
import { explain } from '../../kit/words/explain.ts';
import { type Summary, confirmAndSend, type Sent } from '../../kit/questions/summary.ts';
import { askInTurn } from '../../kit/questions/wizard.ts';
import type { TransfersArea } from '../area.ts';
import { seedOf, startJob } from '../startJob.ts';
import { type Importer, requireImporter } from './account.ts';
import { givenJob } from './archiveQuestions.ts';
import { chooseTarget } from './chooseTarget.ts';
import { projectOf } from './importRelation.ts';
import { importRefusalMessage } from './refusalMessages.ts';

/** Kept in memory only. */
type Source = Pick<WantedRepository, 'url' | 'user' | 'password'>;

interface GitAnswers {
  readonly project: Project;
  readonly source: Source;
}

/** Imports a Git repository into a project without one (X10). Credentials are kept in memory only. */
export const importGitRepository = async (area: TransfersArea, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Git Repository');
  const again = givenJob(area, argument);
  const importer = await requireImporter(area, title, again && area.accounts.get(again.account));
  if (importer === undefined) return;
  const { account, capabilities } = importer;
  const { release } = capabilities.known;
  const { since } = operation;
  if (release !== undefined && since !== undefined && !isAtLeast(release, since)) {
    const has = release.slice(0, 2).join('.');
    void vscode.window.showWarningMessage(
      t(
        '{0} runs GitLab {2}. Importing Git repositories requires GitLab {1} or later.',
        instanceName(account.baseUrl),
        since,
        has,
      ),
    );
    return;
  }
  const choose = (): Promise<Project | undefined> => chooseTarget(area, account, title);
  const project = again ? await projectOf(importer, again.subject.path) : await choose();
  const source = project && (await askSource(title));
  if (project === undefined || source === undefined) return;
  await confirmAndSend<GitAnswers, 'project' | 'source'>(
    area,
    { project, source },
    {
      show: (answers) => reviewOf(title, answers),
      change: async (answers, part) =>
        part === 'source'
          ? { ...answers, source: (await askSource(title)) ?? answers.source }
          : { ...answers, project: (await choose()) ?? answers.project },
      send: (answers) => send(area, importer, answers),
    },
  );
};

const reviewOf = (title: string, { project, source }: GitAnswers): Summary<'project' | 'source'> => {
  const { t } = vscode.l10n;
  return {
    title,
    start: {
      label: t('Import'),
      value: project.path_with_namespace,
      detail: t('The server fetches branches, tags and commits. A Git repository has no issues or merge requests.'),
    },
    rows: [
      {
        part: 'source',
        icon: 'repo-clone',
        label: shownAddress(source.url),
        value: source.user === '' ? t('anonymous') : t('as {0}', source.user),
      },
      { part: 'project', icon: 'repo', label: t('Into'), value: project.path_with_namespace },
    ],
    warnings:
      project.empty_repo === false
        ? [t('{0} already has a repository. The server will reject this import.', project.path_with_namespace)]
        : [],
  };
};

const send = (
  area: TransfersArea,
  { account, client, capabilities }: Importer,
  { project, source }: GitAnswers,
): Promise<Sent> => {
  const { id, path_with_namespace: path, web_url: webUrl } = project;
  return startJob(area, {
    seed: {
      ...seedOf('gitImport', account, { type: 'project', path, id, webUrl }),
      source: shownAddress(source.url),
      details: {},
    },
    send: () => startGitImport({ client, capabilities }, { project: { id, path }, ...source }),
    started: () => ({ state: { state: 'scheduled' } }),
    refused: gitWords,
  });
};

const gitWords = (error: unknown): string => {
  const { t } = vscode.l10n;
  switch (gitRefusal(error)) {
    case 'hasRepository':
      return t(
        'The project already has a repository. You can import only into a project without one. {0}',
        explain(error),
      );
    case 'inProgress':
      return t('Another import into the project is running. {0}', explain(error));
    case undefined:
      return importRefusalMessage(error);
  }
};

/** Credentials in the URL aren't asked for. */
const askSource = async (title: string): Promise<Source | undefined> => {
  const { t } = vscode.l10n;
  const answers = await askInTurn<{ readonly address: string; readonly user: string; readonly password: string }>([
    {
      part: 'address',
      ask: ({ address = '' }, at) =>
        askText({
          title,
          at,
          prompt: t('URL of the repository to clone over HTTPS'),
          placeholder: 'https://git.example.com/wanda/cider.git',
          value: address,
          problem: addressMessage,
        }),
    },
    {
      isAsked: ({ address }) => address === undefined || userIn(address).user === '',
      part: 'user',
      ask: ({ user = '' }, at) =>
        askText({
          title,
          at,
          prompt: t('User name (empty for a public repository)'),
          value: user,
          problem: () => undefined,
        }),
    },
    {
      isAsked: ({ address, user }) =>
        address === undefined || (userIn(address).password === '' && (userIn(address).user || user) !== ''),
      part: 'password',
      ask: (_, at) =>
        askText({
          title,
          at,
          prompt: t('Password or token. It is sent to your GitLab server and not saved.'),
          value: '',
          problem: () => undefined,
          isSecret: true,
        }),
    },
  ]);
  if (answers === undefined) return undefined;
  const url = new URL(answers.address);
  const given = userIn(answers.address);
  url.username = '';
  url.password = '';
  const user = given.user || answers.user;
  return { url: url.href, user, password: user === '' ? '' : given.password || answers.password };
};

/** Credentials in a URL; empty if absent. */
const userIn = (address: string): { readonly user: string; readonly password: string } => {
  const url = new URL(address);
  return { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
};

const addressMessage = (text: string): string | undefined => {
  const { t } = vscode.l10n;
  const problem = addressProblem(text);
  if (problem === undefined) return undefined;
  return problem === 'notWeb'
    ? t('The URL must start with https:// or http://.')
    : t('Enter a URL that starts with https://.');
};
