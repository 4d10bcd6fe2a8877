import * as vscode from 'vscode';
import { type Account, instanceName } from '../../../model/account.ts';
import { readRememberedCloud } from '../../../model/imports/services/again.ts';
import { readCloudRepository } from '../../../model/imports/services/bitbucket.ts';
import type { App } from '../../app.ts';
import { askText } from '../../commits/askText.ts';
import { mayImport } from '../archiveQuestions.ts';
import { requireAccount, requireCapabilities } from '../account.ts';
import { importAgain } from './again.ts';
import { unavailableWords } from './available.ts';
import { beginImport } from './begin.ts';
import { askBitbucketTarget, askLine, placeWords, type Target } from './bitbucketQuestions.ts';
import { askReview } from '../review.ts';

interface Source {
  readonly repository: string;
  readonly username: string;
  readonly password: string;
}

type Part = 'source' | 'target';

/** Imports a repository from Bitbucket Cloud (H5): asks for all of it, shows it, begins it once. */
export const importFromBitbucketCloud = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const again = importAgain(app, argument, 'bitbucketImport');
  const account = again?.account ?? (await requireAccount(app, t('Import from Bitbucket Cloud')));
  if (account === undefined || !mayImport(account)) return;
  const capabilities = await requireCapabilities(app, account);
  if (capabilities === undefined) return;
  const missing = unavailableWords(capabilities.known.release, 'bitbucket', instanceName(account.baseUrl));
  if (missing !== undefined) return void vscode.window.showWarningMessage(missing);
  const before = again && readRememberedCloud(again.remembered);
  let source = await askSource(before && { username: before.username, repository: before.repositoryPath });
  if (source === undefined) return;
  let target = await askTarget(app, account, source);
  if (target === undefined) return;
  for (;;) {
    const part: Part | 'start' | undefined = await askReview(reviewOf(account, source, target));
    if (part === undefined) return;
    if (part === 'source') source = (await askSource(source)) ?? source;
    else if (part === 'target') target = (await askTarget(app, account, source)) ?? target;
    else {
      const beginning = await beginImport(app, account, {
        wanted: {
          service: 'bitbucket',
          username: source.username,
          password: source.password,
          repositoryPath: source.repository,
          asked: { namespace: target.place.path, path: target.path },
        },
        source: `bitbucket.org/${source.repository}`,
      });
      if (beginning !== 'change') return;
    }
  }
};

const askSource = async (before?: Omit<Source, 'password'>): Promise<Source | undefined> => {
  const { t } = vscode.l10n;
  const typed = await askText({
    title: t('Import from Bitbucket Cloud (1 of 4): repository'),
    prompt: t('The repository as workspace/name, or its address at bitbucket.org'),
    value: before?.repository ?? '',
    problem: (text) => (readCloudRepository(text) === undefined ? t('Type it as workspace/name.') : undefined),
  });
  const repository = typed === undefined ? undefined : readCloudRepository(typed);
  if (repository === undefined) return undefined;
  const username = await askLine({
    title: t('Import from Bitbucket Cloud (2 of 4): user'),
    prompt: t('User name at bitbucket.org'),
    value: before?.username ?? '',
    missing: t('A user name is needed.'),
  });
  if (username === undefined) return undefined;
  const password = await askLine({
    title: t('Import from Bitbucket Cloud (3 of 4): app password'),
    prompt: t(
      'App password that reads repositories, pull requests and issues. It is used for this import only and not kept.',
    ),
    value: '',
    missing: t('An app password is needed.'),
    isSecret: true,
  });
  return password === undefined ? undefined : { repository, username, password };
};

const askTarget = (app: App, account: Account, { repository }: Source): Promise<Target | undefined> =>
  askBitbucketTarget(app, account, {
    title: vscode.l10n.t('Import from Bitbucket Cloud (4 of 4): where to'),
    name: repository.slice(repository.indexOf('/') + 1),
  });

const reviewOf = (account: Account, source: Source, target: Target): Parameters<typeof askReview<Part>>[0] => {
  const { t } = vscode.l10n;
  return {
    title: t('Import from Bitbucket Cloud: check and begin'),
    start: {
      label: t('Begin Import'),
      value: `${source.repository} → ${target.place.path}/${target.path}`,
      detail: t('Copies code, pull requests and issues. The repository at Bitbucket stays as it is.'),
    },
    rows: [
      { part: 'source', icon: 'repo', label: t('Repository'), value: source.repository },
      {
        part: 'source',
        icon: 'account',
        label: t('Read as'),
        value: t('{0} on {1}', source.username, 'bitbucket.org'),
      },
      { part: 'target', icon: 'organization', label: t('Into'), value: placeWords(account, target) },
      { part: 'target', icon: 'symbol-key', label: t('Name'), value: target.path },
    ],
    warnings: [],
  };
};
