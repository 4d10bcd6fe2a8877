import * as vscode from 'vscode';
import { type Account, instanceName } from '../../model/account.ts';
import { gitRefusal, startGitImport, type WantedRepository } from '../../model/imports/gitImport.ts';
import { shownAddress } from '../../model/imports/addresses.ts';
import { addressProblem } from '../../model/imports/remoteArchive.ts';
import { isSince } from '../../model/release.ts';
import { importGitRepository as operation } from '../../wire/projectTransfer.ts';
import type { Project } from '../../wire/projects.ts';
import type { App } from '../app.ts';
import { askText } from '../commits/askText.ts';
import { explain } from '../explain.ts';
import { givenJob, mayImport } from './archiveQuestions.ts';
import { chooseTarget } from './chooseTarget.ts';
import { projectOf } from './importRelation.ts';
import { refusalWords, saidAlike, sendAsJob } from './projectStart.ts';
import { requireAccount, requireCapabilities } from './account.ts';
import { askReview } from './review.ts';

/** The repository to fetch, and what opens it; in memory only. */
type Source = Pick<WantedRepository, 'url' | 'user' | 'password'>;

/** Fetches a git repository into a project that has none (X10). User and password are kept in memory only. */
export const importGitRepository = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Git Repository');
  const again = givenJob(app, argument);
  const account = (again && app.accounts.get(again.account)) ?? (await requireAccount(app, title));
  if (account === undefined || !mayImport(account)) return;
  const capabilities = await requireCapabilities(app, account);
  if (capabilities === undefined) return;
  const { release } = capabilities.known;
  const { since } = operation;
  if (release !== undefined && since !== undefined && !isSince(release, since)) {
    const has = release.slice(0, 2).join('.');
    void vscode.window.showWarningMessage(
      t(
        '{0} is too old for this: git repositories can be imported since GitLab {1}, it is {2}.',
        instanceName(account.baseUrl),
        since,
        has,
      ),
    );
    return;
  }
  let project = again ? await projectOf(app, account, again.subject.path) : await chooseTarget(app, account, title);
  let source = project && (await askSource(title));
  while (project !== undefined && source !== undefined) {
    const part = await askReview<'project' | 'source'>({
      title,
      start: {
        label: t('Import'),
        value: project.path_with_namespace,
        detail: t(
          'The server fetches branches, tags and commits. Issues and merge requests are no part of a git repository.',
        ),
      },
      rows: [
        {
          part: 'source',
          icon: 'repo-clone',
          label: shownAddress(source.url),
          value: source.user === '' ? t('without signing in') : t('as {0}', source.user),
        },
        { part: 'project', icon: 'repo', label: t('Into'), value: project.path_with_namespace },
      ],
      warnings:
        project.empty_repo === false
          ? [t('{0} has a repository already: the server will refuse this.', project.path_with_namespace)]
          : [],
    });
    if (part === undefined) return;
    if (part === 'source') source = (await askSource(title)) ?? source;
    else if (part === 'project') project = (await chooseTarget(app, account, title)) ?? project;
    else return start(app, account, project, source);
  }
};

const start = async (app: App, account: Account, project: Project, source: Source): Promise<void> => {
  const path = project.path_with_namespace;
  const seed = {
    kind: 'gitImport' as const,
    account: account.id,
    baseUrl: account.baseUrl,
    subject: { type: 'project' as const, path, id: project.id, webUrl: project.web_url },
    source: shownAddress(source.url),
    file: undefined,
    details: {},
  };
  if (await saidAlike(app, seed)) return;
  const importer = { client: app.clients.of(account), capabilities: app.clients.capabilitiesOf(account) };
  await sendAsJob(app, seed, {
    isUpload: false,
    send: () => startGitImport(importer, { project: { id: project.id, path }, ...source }),
    begun: () => ({ phase: 'running', state: { state: 'scheduled' } }),
    refused: gitWords,
  });
};

/** Why the server does not fetch a repository, told apart. */
const gitWords = (error: unknown): string => {
  const { t } = vscode.l10n;
  switch (gitRefusal(error)) {
    case 'hasRepository':
      return t(
        'The project has a repository already; a repository can be fetched only into a project that has none. {0}',
        explain(error),
      );
    case 'inProgress':
      return t('Something is being imported into the project at this moment. {0}', explain(error));
    case undefined:
      return refusalWords(error);
  }
};

const askSource = async (title: string): Promise<Source | undefined> => {
  const { t } = vscode.l10n;
  const address = await askText({
    title,
    prompt: t('Address of the repository, as git clones it over https'),
    placeholder: 'https://git.example.com/wanda/cider.git',
    value: '',
    problem(text) {
      const problem = addressProblem(text);
      if (problem === undefined) return undefined;
      return problem === 'notWeb'
        ? t('Servers fetch over http and https only.')
        : t('This is no address: it begins with https://.');
    },
  });
  if (address === undefined) return undefined;
  const url = new URL(address);
  const given = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  url.username = '';
  url.password = '';
  const user =
    given.user !== ''
      ? given.user
      : await askText({
          title,
          prompt: t('User name; empty for a public repository'),
          value: '',
          problem: () => undefined,
        });
  if (user === undefined) return undefined;
  if (user === '') return { url: url.href, user: '', password: '' };
  const password =
    given.password !== ''
      ? given.password
      : await askText({
          title,
          prompt: t('Password or token. It is sent to your GitLab and not kept.'),
          value: '',
          problem: () => undefined,
          isSecret: true,
        });
  return password === undefined ? undefined : { url: url.href, user, password };
};
