import * as vscode from 'vscode';
import type { Account } from '../../../model/account.ts';
import { readRememberedServer } from '../../../model/imports/services/again.ts';
import { keepsBitbucketPath } from '../../../model/imports/services/begin.ts';
import { type GithubOptions, hasOption } from '../../../model/imports/services/githubOptions.ts';
import type { Release } from '../../../model/release.ts';
import type { App } from '../../app.ts';
import { mayImport } from '../archiveQuestions.ts';
import { requireAccount, requireCapabilities } from '../account.ts';
import { importAgain } from './again.ts';
import { beginImport } from './begin.ts';
import {
  askBitbucketTarget,
  askServerRepository,
  askServerSource,
  placeWords,
  type ServerSource,
  type Target,
} from './bitbucketQuestions.ts';
import { askTimeout } from './githubOptionQuestions.ts';
import { askReview } from '../review.ts';

interface Answers extends Target {
  readonly source: ServerSource;
  readonly timeoutStrategy: GithubOptions['timeoutStrategy'];
}

type Part = 'repository' | 'server' | 'target' | 'timeout';

/** Imports a repository from Bitbucket Server (H4): asks for all of it, shows it, begins it once. */
export const importFromBitbucketServer = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import from Bitbucket Server');
  const again = importAgain(app, argument, 'bitbucketServerImport');
  const account = again?.account ?? (await requireAccount(app, title));
  if (account === undefined || !mayImport(account)) return;
  const capabilities = await requireCapabilities(app, account);
  if (capabilities === undefined) return;
  const { release } = capabilities.known;
  const before = again && readRememberedServer(again.remembered);
  const source = await askServerSource(app, title, before && { ...before, slug: before.repository });
  if (source === undefined) return;
  const target = await askTarget(app, account, { source, release });
  if (target === undefined) return;
  let answers: Answers = { source, ...target, timeoutStrategy: before?.timeoutStrategy };
  for (;;) {
    const part = await askReview(reviewOf(account, answers, release));
    if (part === undefined) return;
    if (part !== 'start') {
      answers = await changed(app, account, answers, { part, release });
      continue;
    }
    const { url, username, token, projectKey, slug } = answers.source;
    const beginning = await beginImport(app, account, {
      wanted: {
        service: 'bitbucketServer',
        url,
        username,
        token,
        projectKey,
        repository: slug,
        asked: { namespace: answers.place.path, path: answers.path },
        timeoutStrategy: answers.timeoutStrategy,
      },
      source: `${new URL(url).host}/${projectKey}/${slug}`,
    });
    if (beginning !== 'change') return;
  }
};

const askTarget = (
  app: App,
  account: Account,
  { source, release }: { readonly source: ServerSource; readonly release: Release | undefined },
): Promise<Target | undefined> =>
  askBitbucketTarget(app, account, {
    title: vscode.l10n.t('Import from Bitbucket Server (6 of 6): where to'),
    name: source.slug,
    path: keepsBitbucketPath(release) ? source.slug : undefined,
  });

const changed = async (
  app: App,
  account: Account,
  answers: Answers,
  { part, release }: { readonly part: Part; readonly release: Release | undefined },
): Promise<Answers> => {
  const title = vscode.l10n.t('Import from Bitbucket Server');
  switch (part) {
    case 'repository':
    case 'server': {
      const ask = part === 'server' ? askServerSource : askServerRepository;
      const source = await ask(app, title, answers.source);
      if (source === undefined) return answers;
      return { ...answers, source, ...(keepsBitbucketPath(release) ? { path: source.slug } : {}) };
    }
    case 'target': {
      const target = await askTarget(app, account, { source: answers.source, release });
      return { ...answers, ...target };
    }
    case 'timeout':
      return { ...answers, timeoutStrategy: await askTimeout(title, answers) };
  }
};

const reviewOf = (
  account: Account,
  answers: Answers,
  release: Release | undefined,
): Parameters<typeof askReview<Part>>[0] => {
  const { t } = vscode.l10n;
  const { source, path, timeoutStrategy } = answers;
  const repository = `${source.projectKey}/${source.slug}`;
  return {
    title: t('Import from Bitbucket Server: check and begin'),
    start: {
      label: t('Begin Import'),
      value: `${repository} → ${answers.place.path}/${path}`,
      detail: t('Copies code and pull requests. The repository at Bitbucket stays as it is.'),
    },
    rows: [
      { part: 'repository', icon: 'repo', label: t('Repository'), value: repository },
      { part: 'server', icon: 'server', label: t('Read as'), value: t('{0} on {1}', source.username, source.url) },
      { part: 'target', icon: 'organization', label: t('Into'), value: placeWords(account, answers) },
      { part: 'target', icon: 'symbol-key', label: t('Name'), value: path },
      ...(hasOption(release, 'timeoutStrategy')
        ? [
            {
              part: 'timeout' as const,
              icon: 'watch',
              label: t('When a step takes too long'),
              value: timeoutStrategy === 'optimistic' ? t('goes on with the next step') : t('the import fails'),
            },
          ]
        : []),
    ],
    warnings: [...(source.doubt === undefined ? [] : [source.doubt])],
    notes: [
      ...(keepsBitbucketPath(release)
        ? [t('This release of GitLab takes the path from Bitbucket; it cannot be chosen.')]
        : []),
    ],
  };
};
