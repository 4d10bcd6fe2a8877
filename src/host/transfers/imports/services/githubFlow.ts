import * as vscode from '../../../vscode.ts';
import { isCancelled } from '../../../../client/errors.ts';
import { pathHolder } from '../../../../model/transfers/imports/pathHolder.ts';
import { readRememberedGithub, type RememberedGithub } from '../../../../model/transfers/imports/services/again.ts';
import { defaultOptions } from '../../../../model/transfers/imports/services/githubOptions.ts';
import { githubName, type GithubServer } from '../../../../model/transfers/imports/services/githubServer.ts';
import { askedPath } from '../../../../model/transfers/imports/services/landing.ts';
import { cancellable } from '../../../kit/progress.ts';
import { confirmAndSend, type Sent } from '../../../kit/questions/summary.ts';
import { askInTurn, type PartQuestion, type WizardQuestion } from '../../../kit/questions/wizard.ts';
import type { TransfersArea } from '../../area.ts';
import { type Importer, requireImporter } from '../account.ts';
import { type RepeatedImport, repeatedImport, repeatedPlace } from './again.ts';
import { askMoreOptions, askStages, type AdditionalTokenCheck } from './githubOptionQuestions.ts';
import { askGithubServer, askGithubToken, askRepository, signInToGithub } from './githubQuestions.ts';
import { type GithubAnswers, type GithubPart, githubSummary } from './githubSummary.ts';
import { placeQuestions } from './placeQuestions.ts';
import { startServiceImport } from './start.ts';
import { lookupMessage } from './messages.ts';

/** Imports a repository from GitHub (H1); `argument` may be the job of an import to repeat. */
export const importFromGithub = async (area: TransfersArea, argument?: unknown): Promise<void> => {
  const again = repeatedImport(area, argument, 'githubImport');
  const importer = await requireImporter(area, vscode.l10n.t('Import from GitHub'), again?.account);
  if (importer === undefined) return;
  const { account, capabilities } = importer;
  const { release } = capabilities.known;
  const questions = questionsFor(area, importer);
  const remembered = again && readRememberedGithub(again.remembered);
  const answers =
    again && remembered
      ? await repeatAnswers(questions, importer, again, remembered)
      : await askInTurn<Answers>([
          questions.server,
          questions.signedIn,
          questions.repository,
          questions.place,
          questions.path,
        ]);
  if (answers === undefined) return;
  await confirmAndSend<GithubAnswers, GithubPart>(
    area,
    { options: defaultOptions(release), additionalTokens: [], ...answers },
    {
      show: (now) => githubSummary(account, now, release),
      change: (now, part) => changePart(area, questions, now, part, importer),
      send: (now) => send(area, importer, now),
    },
  );
};

const send = (
  area: TransfersArea,
  importer: Importer,
  { signedIn, repository, place, path, options, additionalTokens }: GithubAnswers,
): Promise<Sent | 'place'> =>
  startServiceImport(area, importer, {
    wanted: {
      service: 'github',
      server: signedIn.server,
      token: signedIn.token,
      additionalTokens,
      repositoryId: repository.id,
      asked: { namespace: place.path, path },
      options,
    },
    source: `${githubName(signedIn.server)}/${repository.fullName}`,
  });

interface Answers extends Pick<GithubAnswers, 'signedIn' | 'repository' | 'place' | 'path'> {
  readonly server: GithubServer;
}

type Questions = { readonly [Part in keyof Answers]: PartQuestion<Answers, Part> };

const questionsFor = (area: TransfersArea, importer: Importer): Questions => {
  const { t } = vscode.l10n;
  const titled = (what: string): string => t('Import from GitHub: {0}', what);
  return {
    server: { part: 'server', ask: (_, at) => askGithubServer(area, titled(t('server')), at) },
    signedIn: {
      part: 'signedIn',
      ask: async ({ server }, at) =>
        server && (await askGithubToken(area, { title: titled(t('token')), server, purpose: 'repository', at })),
    },
    repository: {
      part: 'repository',
      ask: async ({ signedIn }, at) => signedIn && (await askRepository(area, titled(t('repository')), signedIn, at)),
    },
    ...placeQuestions<Answers>(area, importer, titled, ({ repository }) => repository?.name ?? ''),
  };
};

/** Stored answers of the earlier import. Asks for a token, as none is stored, and for the path if it is taken. */
const repeatAnswers = async (
  questions: Questions,
  { client }: Importer,
  again: RepeatedImport,
  { server, repositoryId, options }: RememberedGithub,
): Promise<(Answers & Pick<GithubAnswers, 'options'>) | undefined> => {
  const { asked } = again;
  let isFree = true;
  const answers = await askInTurn<Answers>(
    [
      {
        async ask(before, at) {
          const signedIn = await questions.signedIn.ask(before, at);
          const github = signedIn?.github;
          const searching = vscode.l10n.t('Looking up the repository on {0}…', githubName(server));
          const read =
            github &&
            (await cancellable(searching, async (signal) => {
              const repository = await github.byId(repositoryId, { signal }).catch((error: unknown) => {
                throw isCancelled(error)
                  ? error
                  : new Error(lookupMessage(error, githubName(server)), { cause: error });
              });
              return { repository, holder: await pathHolder(client, askedPath(asked), { signal }) };
            }));
          isFree = read?.holder === undefined;
          return signedIn && read && { signedIn, repository: read.repository };
        },
      },
      { ...questions.path, isAsked: () => !isFree },
    ],
    { server, place: repeatedPlace(again), path: asked.path },
  );
  return answers && { ...answers, options };
};

/** Returns the answers with one part asked again, or unchanged when closed. */
const changePart = async (
  area: TransfersArea,
  questions: Questions,
  answers: GithubAnswers,
  part: GithubPart,
  { capabilities }: Importer,
): Promise<GithubAnswers> => {
  const { t } = vscode.l10n;
  const { release } = capabilities.known;
  const { server, signedIn, repository, place, path } = questions;
  const askAgain = async (...again: readonly WizardQuestion<Answers>[]): Promise<GithubAnswers> => {
    const changes = await askInTurn<Answers>(again, answers);
    // additional tokens belong to the server and the repository
    const additionalTokens = changes?.signedIn === answers.signedIn ? answers.additionalTokens : [];
    return changes === undefined ? answers : { ...answers, ...changes, additionalTokens };
  };
  switch (part) {
    case 'repository':
      return askAgain(repository);
    case 'server':
      // another user may not see the repository, and ids differ between servers
      return askAgain(server, signedIn, repository);
    case 'place':
      return askAgain(place, path);
    case 'path':
      return askAgain(path);
    case 'stages': {
      const stages = await askStages(t('Import from GitHub: additional items'), release, answers.options);
      return stages === undefined ? answers : { ...answers, options: { ...answers.options, stages } };
    }
    case 'more': {
      const { options, additionalTokens } = answers;
      const more = await askMoreOptions(
        t('Import from GitHub: more options'),
        { ...options, additionalTokens },
        { release, check: additionalTokenCheck(area, answers) },
      );
      const { timeoutStrategy, paginationLimit } = more;
      return {
        ...answers,
        options: { ...options, timeoutStrategy, paginationLimit },
        additionalTokens: more.additionalTokens,
      };
    }
  }
};

/** An additional token must belong to another user, as rate limits are per user, and see the repository. */
const additionalTokenCheck = (area: TransfersArea, { signedIn, repository }: GithubAnswers): AdditionalTokenCheck => {
  const { server, token, who } = signedIn;
  const logins = new Map([[token, who.login]]);
  return async (candidate, taken, signal) => {
    try {
      const other = await signInToGithub(area, server, candidate, signal);
      const { login } = other.who;
      if ([token, ...taken].some((one) => logins.get(one) === login))
        return vscode.l10n.t('This token also belongs to {0}. Tokens of one user share a rate limit.', login);
      await other.github.byId(repository.id, { signal });
      logins.set(candidate, login);
      return undefined;
    } catch (error) {
      if (!isCancelled(error)) area.log.error('An additional GitHub token could not be checked.', error);
      return lookupMessage(error, githubName(server));
    }
  };
};
