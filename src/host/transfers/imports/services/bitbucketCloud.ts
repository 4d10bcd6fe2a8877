import * as vscode from '../../../vscode.ts';
import { type Account, instanceName } from '../../../../model/account.ts';
import { readRememberedCloud } from '../../../../model/transfers/imports/services/again.ts';
import { readCloudRepository } from '../../../../model/transfers/imports/services/bitbucket.ts';
import { askText } from '../../../kit/questions/askText.ts';
import { type Summary, confirmAndSend } from '../../../kit/questions/summary.ts';
import { askInTurn, type WizardQuestion } from '../../../kit/questions/wizard.ts';
import type { TransfersArea } from '../../area.ts';
import { requireImporter } from '../account.ts';
import { repeatedImport } from './again.ts';
import { unavailableMessage } from './available.ts';
import { askLine, targetRows } from './bitbucketQuestions.ts';
import { placeQuestions, type Target } from './placeQuestions.ts';
import { startServiceImport } from './start.ts';

interface Answers extends Target {
  readonly repository: string;
  readonly username: string;
  readonly password: string;
}

type Part = 'source' | 'place' | 'path';

/** Imports a repository from Bitbucket Cloud (H5). */
export const importFromBitbucketCloud = async (area: TransfersArea, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const again = repeatedImport(area, argument, 'bitbucketImport');
  const importer = await requireImporter(area, t('Import from Bitbucket Cloud'), again?.account);
  if (importer === undefined) return;
  const { account, capabilities } = importer;
  const missing = unavailableMessage(capabilities.known.release, 'bitbucket', instanceName(account.baseUrl));
  if (missing !== undefined) return void vscode.window.showWarningMessage(missing);
  const before = again && readRememberedCloud(again.remembered);
  const { place, path } = placeQuestions<Answers>(area, importer, titled, ({ repository = '' }) =>
    repository.slice(repository.indexOf('/') + 1),
  );
  const source = sourceQuestions();
  const answers = await askInTurn<Answers>(
    [...source, place, path],
    before && { username: before.username, repository: before.repositoryPath },
  );
  if (answers === undefined) return;
  const questions = { source, place: [place, path], path: [path] };
  await confirmAndSend<Answers, Part>(area, answers, {
    show: (now) => reviewOf(account, now),
    change: async (now, part) => (await askInTurn(questions[part], now)) ?? now,
    send: (now) =>
      startServiceImport(area, importer, {
        wanted: {
          service: 'bitbucket',
          username: now.username,
          password: now.password,
          repositoryPath: now.repository,
          asked: { namespace: now.place.path, path: now.path },
        },
        source: `bitbucket.org/${now.repository}`,
      }),
  });
};

const titled = (what: string): string => vscode.l10n.t('Import from Bitbucket Cloud: {0}', what);

const sourceQuestions = (): readonly WizardQuestion<Answers>[] => {
  const { t } = vscode.l10n;
  return [
    {
      part: 'repository',
      async ask({ repository = '' }, at) {
        const typed = await askText({
          title: titled(t('repository')),
          at,
          prompt: t('Repository as workspace/name or bitbucket.org URL'),
          value: repository,
          problem: (text) => (readCloudRepository(text) === undefined ? t('Enter workspace/name.') : undefined),
        });
        return typed === undefined ? undefined : readCloudRepository(typed);
      },
    },
    {
      part: 'username',
      ask: ({ username = '' }, at) =>
        askLine({
          title: titled(t('user')),
          at,
          prompt: t('User name on bitbucket.org'),
          value: username,
          missing: t('Enter a user name.'),
        }),
    },
    {
      part: 'password',
      ask: (_, at) =>
        askLine({
          title: titled(t('app password')),
          at,
          prompt: t(
            'App password with read access to repositories, pull requests and issues. Used for this import only and not saved.',
          ),
          value: '',
          missing: t('Enter an app password.'),
          isSecret: true,
        }),
    },
  ];
};

const reviewOf = (account: Account, answers: Answers): Summary<Part> => {
  const { t } = vscode.l10n;
  const { repository, username, place, path } = answers;
  return {
    title: t('Import from Bitbucket Cloud: review and start'),
    start: {
      label: t('Start Import'),
      value: `${repository} → ${place.path}/${path}`,
      detail: t('Copies code, pull requests and issues. The Bitbucket repository stays unchanged.'),
    },
    rows: [
      { part: 'source', icon: 'repo', label: t('Repository'), value: repository },
      {
        part: 'source',
        icon: 'account',
        label: t('Source account'),
        value: t('{0} on {1}', username, 'bitbucket.org'),
      },
      ...targetRows(account, answers),
    ],
  };
};
