import * as vscode from 'vscode';
import { isCancelled } from '../../../client/errors.ts';
import type { Account } from '../../../model/account.ts';
import type { ImportPlace } from '../../../model/imports/places.ts';
import { pathHolder } from '../../../model/imports/pathHolder.ts';
import { pathFromName } from '../../../model/imports/pathRules.ts';
import { readRememberedGithub, type RememberedGithub } from '../../../model/imports/services/again.ts';
import { usualOptions } from '../../../model/imports/services/githubOptions.ts';
import { githubName } from '../../../model/imports/services/githubServer.ts';
import { askedPath } from '../../../model/imports/services/landing.ts';
import type { Release } from '../../../model/release.ts';
import type { App } from '../../app.ts';
import { cancellableIfSlow } from '../../progress.ts';
import { askPath } from '../askPath.ts';
import { chooseNamespace } from '../chooseNamespace.ts';
import { mayImport } from '../archiveQuestions.ts';
import { requireAccount, requireCapabilities } from '../account.ts';
import { type ImportAgain, importAgain, placeAgain } from './again.ts';
import { beginImport } from './begin.ts';
import { lookupWords } from './words.ts';
import { askMoreOptions, askStages, type FurtherTokenCheck } from './githubOptionQuestions.ts';
import {
  askGithubServer,
  askGithubToken,
  askRepository,
  type SignedInGithub,
  signInToGithub,
} from './githubQuestions.ts';
import { type GithubAnswers, type GithubPart, githubReview } from './githubReview.ts';
import { askReview } from '../review.ts';

/** Imports a repository from GitHub (H1): asks for all of it, shows it, begins it once. */
export const importFromGithub = async (app: App, argument?: unknown): Promise<void> => {
  const title = vscode.l10n.t('Import from GitHub');
  const again = importAgain(app, argument, 'githubImport');
  const account = again?.account ?? (await requireAccount(app, title));
  if (account === undefined || !mayImport(account)) return;
  const capabilities = await requireCapabilities(app, account);
  if (capabilities === undefined) return;
  const { release } = capabilities.known;
  const remembered = again && readRememberedGithub(again.remembered);
  let answers = again && remembered ? await askAgain(app, again, remembered) : await askAll(app, account, release);
  while (answers !== undefined) {
    const part = await askReview(githubReview(account, answers, release));
    if (part === undefined) return;
    if (part !== 'start') {
      answers = await changed(app, account, answers, { part, release });
      continue;
    }
    const { signedIn, repository, place, path, options, furtherTokens } = answers;
    const beginning = await beginImport(app, account, {
      wanted: {
        service: 'github',
        server: signedIn.server,
        token: signedIn.token,
        furtherTokens,
        repositoryId: repository.id,
        asked: { namespace: place.path, path },
        options,
      },
      source: `${githubName(signedIn.server)}/${repository.fullName}`,
    });
    if (beginning !== 'change') return;
  }
};

const askAll = async (app: App, account: Account, release: Release | undefined): Promise<GithubAnswers | undefined> => {
  const signedIn = await askGithub(app);
  if (signedIn === undefined) return undefined;
  const target = await askTarget(app, account, signedIn);
  return target && { signedIn, ...target, options: usualOptions(release), furtherTokens: [] };
};

/** What was asked for before, with a new token, as the one before was not kept; a path that is taken is asked anew. */
const askAgain = async (app: App, again: ImportAgain, before: RememberedGithub): Promise<GithubAnswers | undefined> => {
  const { t } = vscode.l10n;
  const { server, repositoryId, options } = before;
  const signedIn = await askGithubToken(app, { title: stepTitle(2, t('token')), server, purpose: 'repository' });
  if (signedIn === undefined) return undefined;
  const { account, asked } = again;
  const read = await cancellableIfSlow(t('Looking for the repository at {0}…', githubName(server)), async (signal) => {
    const repository = await signedIn.github.byId(repositoryId, { signal }).catch((error: unknown) => {
      throw isCancelled(error) ? error : new Error(lookupWords(error, githubName(server)), { cause: error });
    });
    return { repository, holder: await pathHolder(app.clients.of(account), askedPath(asked), { signal }) };
  });
  if (read === undefined) return undefined;
  const place = placeAgain(again);
  const path = read.holder === undefined ? asked.path : await askNewPath(app, account, place, asked.path);
  return path === undefined
    ? undefined
    : { signedIn, repository: read.repository, place, path, options, furtherTokens: [] };
};

const steps = 5;

const stepTitle = (step: number, what: string): string =>
  vscode.l10n.t('Import from GitHub ({0} of {1}): {2}', step, steps, what);

const askGithub = async (app: App): Promise<SignedInGithub | undefined> => {
  const { t } = vscode.l10n;
  const server = await askGithubServer(app, stepTitle(1, t('server')));
  if (server === undefined) return undefined;
  return askGithubToken(app, { title: stepTitle(2, t('token')), server, purpose: 'repository' });
};

const askTarget = async (
  app: App,
  account: Account,
  signedIn: SignedInGithub,
): Promise<Pick<GithubAnswers, 'repository' | 'place' | 'path'> | undefined> => {
  const { t } = vscode.l10n;
  const repository = await askRepository(app, stepTitle(3, t('repository')), signedIn);
  if (repository === undefined) return undefined;
  const place = await chooseNamespace(app, account, stepTitle(4, t('where to')));
  if (place === undefined) return undefined;
  const path = await askNewPath(app, account, place, repository.name);
  return path === undefined ? undefined : { repository, place, path };
};

const askNewPath = async (
  app: App,
  account: Account,
  place: ImportPlace,
  value: string,
): Promise<string | undefined> => {
  const chosen = await askPath({
    title: stepTitle(5, vscode.l10n.t('name')),
    client: app.clients.of(account),
    thing: 'project',
    parent: place.path,
    value: pathFromName(value),
  });
  return chosen?.path;
};

/** The answers after one part was asked for again; as they were when that was left. */
const changed = async (
  app: App,
  account: Account,
  answers: GithubAnswers,
  { part, release }: { readonly part: GithubPart; readonly release: Release | undefined },
): Promise<GithubAnswers> => {
  const { t } = vscode.l10n;
  switch (part) {
    case 'repository': {
      const repository = await askRepository(app, stepTitle(3, t('repository')), answers.signedIn);
      return repository === undefined ? answers : { ...answers, repository };
    }
    case 'server': {
      const signedIn = await askGithub(app);
      if (signedIn === undefined) return answers;
      // another user may not see the repository, and it has another number at another server
      const repository = await askRepository(app, stepTitle(3, t('repository')), signedIn);
      return repository === undefined ? answers : { ...answers, signedIn, repository, furtherTokens: [] };
    }
    case 'place': {
      const place = await chooseNamespace(app, account, stepTitle(4, t('where to')));
      const path = place && (await askNewPath(app, account, place, answers.path));
      return place === undefined || path === undefined ? answers : { ...answers, place, path };
    }
    case 'path': {
      const path = await askNewPath(app, account, answers.place, answers.path);
      return path === undefined ? answers : { ...answers, path };
    }
    case 'stages': {
      const stages = await askStages(t('Import from GitHub: additional items'), release, answers.options);
      return stages === undefined ? answers : { ...answers, options: { ...answers.options, stages } };
    }
    case 'more': {
      const { options, furtherTokens } = answers;
      const more = await askMoreOptions(
        t('Import from GitHub: more options'),
        { ...options, furtherTokens },
        {
          release,
          check: furtherTokenCheck(app, answers),
        },
      );
      const { timeoutStrategy, paginationLimit } = more;
      return {
        ...answers,
        options: { ...options, timeoutStrategy, paginationLimit },
        furtherTokens: more.furtherTokens,
      };
    }
  }
};

/** Further tokens are of use when they are other people's, as each person has one limit, and open the repository, too. */
const furtherTokenCheck = (app: App, { signedIn, repository }: GithubAnswers): FurtherTokenCheck => {
  const { server, token, who } = signedIn;
  const logins = new Map([[token, who.login]]);
  return async (further, taken, signal) => {
    try {
      const other = await signInToGithub(app, server, further, signal);
      const { login } = other.who;
      if ([token, ...taken].some((one) => logins.get(one) === login))
        return vscode.l10n.t('This is a token of {0}, too: the tokens of one person share their limit.', login);
      await other.github.byId(repository.id, { signal });
      logins.set(further, login);
      return undefined;
    } catch (error) {
      if (!isCancelled(error)) app.log.error('A further token of GitHub could not be tried.', error);
      return lookupWords(error, githubName(server));
    }
  };
};
