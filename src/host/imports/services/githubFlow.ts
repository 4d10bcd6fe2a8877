import * as vscode from 'vscode';
import { isCancelled } from '../../../client/errors.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import type { ImportPlace } from '../../../model/imports/places.ts';
import { pathHolder } from '../../../model/imports/pathHolder.ts';
import { pathFromName } from '../../../model/imports/pathRules.ts';
import { readRememberedGithub, type RememberedGithub } from '../../../model/imports/services/again.ts';
import { hasOption, isUsualStage, offeredStages, usualOptions } from '../../../model/imports/services/githubOptions.ts';
import type { GithubOptions } from '../../../model/imports/services/githubOptions.ts';
import type { GithubRepository } from '../../../model/imports/services/githubRepository.ts';
import { githubName } from '../../../model/imports/services/githubServer.ts';
import { askedPath } from '../../../model/imports/services/landing.ts';
import type { Release } from '../../../model/release.ts';
import type { App } from '../../app.ts';
import { cancellableIfSlow } from '../../progress.ts';
import { askPath } from '../askPath.ts';
import { chooseNamespace } from '../chooseNamespace.ts';
import { mayImport } from '../archiveQuestions.ts';
import { requireAccount, requireCapabilities } from './account.ts';
import { type ImportAgain, importAgain, placeAgain } from './again.ts';
import { beginImport } from './begin.ts';
import { lookupWords } from './words.ts';
import { askMoreOptions, askStages, moreOptionsWords, stageWords } from './githubOptionQuestions.ts';
import {
  askGithubServer,
  askGithubToken,
  askRepository,
  repositoryFacts,
  type SignedInGithub,
} from './githubQuestions.ts';
import { askReview, type ReviewRow } from './review.ts';

/** Everything that was answered; the tokens in it are gone with it. */
interface Answers {
  readonly signedIn: SignedInGithub;
  readonly repository: GithubRepository;
  readonly place: ImportPlace;
  readonly path: string;
  readonly options: GithubOptions;
  readonly furtherTokens: readonly string[];
}

type Part = 'repository' | 'server' | 'place' | 'path' | 'stages' | 'more';

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
    const part = await askReview(reviewOf(account, answers, release));
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

const askAll = async (app: App, account: Account, release: Release | undefined): Promise<Answers | undefined> => {
  const signedIn = await askGithub(app);
  if (signedIn === undefined) return undefined;
  const target = await askTarget(app, account, signedIn);
  return target && { signedIn, ...target, options: usualOptions(release), furtherTokens: [] };
};

/** What was asked for before, with a new token, as the one before was not kept; a path that is taken is asked anew. */
const askAgain = async (app: App, again: ImportAgain, before: RememberedGithub): Promise<Answers | undefined> => {
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
): Promise<Pick<Answers, 'repository' | 'place' | 'path'> | undefined> => {
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
  answers: Answers,
  { part, release }: { readonly part: Part; readonly release: Release | undefined },
): Promise<Answers> => {
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
      const more = await askMoreOptions(t('Import from GitHub: more options'), release, { ...options, furtherTokens });
      const { timeoutStrategy, paginationLimit } = more;
      return {
        ...answers,
        options: { ...options, timeoutStrategy, paginationLimit },
        furtherTokens: more.furtherTokens,
      };
    }
  }
};

const reviewOf = (
  account: Account,
  answers: Answers,
  release: Release | undefined,
): Parameters<typeof askReview<Part>>[0] => {
  const { t } = vscode.l10n;
  const { signedIn, repository, place, path, options, furtherTokens } = answers;
  const { server, who } = signedIn;
  const offered = offeredStages(release);
  const rows: readonly ReviewRow<Part>[] = [
    {
      part: 'repository',
      icon: repository.isPrivate ? 'lock' : 'repo',
      label: t('Repository'),
      value: [repository.fullName, ...repositoryFacts(repository)].join(' · '),
    },
    { part: 'server', icon: 'github', label: t('Read as'), value: t('{0} on {1}', who.login, githubName(server)) },
    {
      part: 'place',
      icon: place.kind === 'user' ? 'account' : 'organization',
      label: t('Into'),
      value: `${place.path} · ${instanceName(account.baseUrl)}`,
    },
    { part: 'path', icon: 'symbol-key', label: t('Name'), value: path },
    ...(offered.length === 0
      ? []
      : [
          {
            part: 'stages' as const,
            icon: 'checklist',
            label: t('Additional items'),
            value:
              options.stages.length === 0
                ? t('none')
                : options.stages.map((stage) => stageWords(stage).label).join(' · '),
          },
        ]),
    ...(hasOption(release, 'furtherTokens')
      ? [
          {
            part: 'more' as const,
            icon: 'settings',
            label: t('More options'),
            value: moreOptionsWords({ ...options, furtherTokens }),
          },
        ]
      : []),
  ];
  return {
    title: t('Import from GitHub: check and begin'),
    start: {
      label: t('Begin Import'),
      value: `${repository.fullName} → ${place.path}/${path}`,
      detail: t('Copies code, issues, pull requests, wiki and releases. The repository at GitHub stays as it is.'),
    },
    rows,
    warnings: warningsOf(answers),
    notes: notesOf(answers),
  };
};

const warningsOf = ({ signedIn, repository, options }: Answers): readonly string[] => {
  const { t } = vscode.l10n;
  const { who } = signedIn;
  const { scopes } = who;
  const has = (...wanted: readonly string[]): boolean =>
    scopes === undefined || wanted.some((one) => scopes.includes(one));
  const wantsMembers = options.stages.some((stage) => stage === 'collaborators_import' && isUsualStage(stage));
  return [
    ...(who.isFineGrained
      ? [
          t(
            'The token is fine-grained. GitLab is made for classic ones: what a permission is missing for stays behind.',
          ),
        ]
      : []),
    ...(has('repo') || (!repository.isPrivate && has('public_repo'))
      ? []
      : [t('The token lacks the scope repo: {0} may not be read completely.', repository.fullName)]),
    ...(wantsMembers && !has('read:org', 'write:org', 'admin:org')
      ? [t('The token lacks the scope read:org, which bringing collaborators needs.')]
      : []),
  ];
};

const notesOf = ({ repository, place }: Answers): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    ...(place.kind === 'user'
      ? [t('In a personal place everything is written in your name; in a group it can be given to its people later.')]
      : []),
    ...(repository.isPrivate ? [] : [t('The repository is public; where the place allows it, so is the project.')]),
  ];
};
