import * as vscode from '../../../vscode.ts';
import type { Account } from '../../../../model/account.ts';
import { readRememberedServer } from '../../../../model/transfers/imports/services/again.ts';
import { keepsBitbucketPath } from '../../../../model/transfers/imports/services/requestImport.ts';
import { type GithubOptions, hasOption } from '../../../../model/transfers/imports/services/githubOptions.ts';
import type { Release } from '../../../../model/release.ts';
import { type Summary, confirmAndSend } from '../../../kit/questions/summary.ts';
import { askInTurn } from '../../../kit/questions/wizard.ts';
import type { TransfersArea } from '../../area.ts';
import { requireImporter } from '../account.ts';
import { repeatedImport } from './again.ts';
import { type ServerSource, serverQuestions, targetRows } from './bitbucketQuestions.ts';
import { askTimeout } from './githubOptionQuestions.ts';
import { placeQuestions, type Target } from './placeQuestions.ts';
import { startServiceImport } from './start.ts';

interface Answers extends ServerSource, Target {
  readonly timeoutStrategy: GithubOptions['timeoutStrategy'];
}

type Part = 'repository' | 'server' | 'place' | 'path' | 'timeout';

/** Imports a repository from Bitbucket Server (H4). */
export const importFromBitbucketServer = async (area: TransfersArea, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import from Bitbucket Server');
  const again = repeatedImport(area, argument, 'bitbucketServerImport');
  const importer = await requireImporter(area, title, again?.account);
  if (importer === undefined) return;
  const { account, capabilities } = importer;
  const { release } = capabilities.known;
  const before = again && readRememberedServer(again.remembered);
  const server = serverQuestions<Answers>(area, title);
  const { place, path: chosenPath } = placeQuestions<Answers>(
    area,
    importer,
    (what) => t('{0}: {1}', title, what),
    ({ slug = '' }) => slug,
  );
  // some releases take the path from Bitbucket
  const path = { ...chosenPath, isAsked: () => !keepsBitbucketPath(release) };
  // without address, user and token
  const repository = server.slice(3);
  const questions = { server, repository, place: [place, path], path: [path] };
  const asked = await askInTurn<Answers>([...server, place, path], {
    ...before,
    ...(before && { slug: before.repository }),
    timeoutStrategy: before?.timeoutStrategy,
  });
  if (asked === undefined) return;
  await confirmAndSend<Answers, Part>(area, landing(asked, release), {
    show: (answers) => reviewOf(account, answers, release),
    change: async (answers, part) =>
      part === 'timeout'
        ? { ...answers, timeoutStrategy: await askTimeout(title, answers) }
        : landing((await askInTurn(questions[part], answers)) ?? answers, release),
    send: (answers) =>
      startServiceImport(area, importer, {
        wanted: {
          service: 'bitbucketServer',
          url: answers.url,
          username: answers.username,
          token: answers.token,
          projectKey: answers.projectKey,
          repository: answers.slug,
          asked: { namespace: answers.place.path, path: answers.path },
          timeoutStrategy: answers.timeoutStrategy,
        },
        source: `${new URL(answers.url).host}/${answers.projectKey}/${answers.slug}`,
      }),
  });
};

/** Adds the path that the project will get. */
const landing = (answers: Answers, release: Release | undefined): Answers =>
  keepsBitbucketPath(release) ? { ...answers, path: answers.slug } : answers;

const reviewOf = (account: Account, answers: Answers, release: Release | undefined): Summary<Part> => {
  const { t } = vscode.l10n;
  const { username, url, warning, place, path, timeoutStrategy } = answers;
  const repository = `${answers.projectKey}/${answers.slug}`;
  return {
    title: t('Import from Bitbucket Server: review and start'),
    start: {
      label: t('Start Import'),
      value: `${repository} → ${place.path}/${path}`,
      detail: t('Copies code and pull requests. The Bitbucket repository stays unchanged.'),
    },
    rows: [
      { part: 'repository', icon: 'repo', label: t('Repository'), value: repository },
      { part: 'server', icon: 'server', label: t('Source account'), value: t('{0} on {1}', username, url) },
      ...targetRows(account, answers),
      ...(hasOption(release, 'timeoutStrategy')
        ? [
            {
              part: 'timeout' as const,
              icon: 'watch',
              label: t('If a step times out'),
              value: timeoutStrategy === 'optimistic' ? t('continue with the next step') : t('fail the import'),
            },
          ]
        : []),
    ],
    warnings: warning === undefined ? [] : [warning],
    notes: keepsBitbucketPath(release)
      ? [t('This GitLab release uses the path from Bitbucket. You can’t change it.')]
      : [],
  };
};
