import * as vscode from '../../../vscode.ts';
import { isCancelled } from '../../../../client/errors.ts';
import { type Account, instanceName } from '../../../../model/account.ts';
import {
  pollBitbucket,
  readBitbucketAddress,
  type TypedBitbucket,
} from '../../../../model/transfers/imports/services/bitbucket.ts';
import { isReadableOnTheWay } from '../../../../model/transfers/imports/services/githubServer.ts';
import type { TransfersArea } from '../../area.ts';
import { askText } from '../../../kit/askText.ts';
import { explain } from '../../../kit/explain.ts';
import { cancellable } from '../../../kit/progress.ts';
import type { ReviewRow } from '../../../kit/review.ts';
import { type WizardQuestion, type WizardStep } from '../../../kit/wizard.ts';
import type { Target } from './placeQuestions.ts';
import { bitbucketMessage } from './messages.ts';

/** Asks for a line that must not be empty. */
export const askLine = (question: {
  readonly title: string;
  readonly at?: WizardStep;
  readonly prompt: string;
  readonly value: string;
  readonly missing: string;
  readonly isSecret?: boolean;
}): Promise<string | undefined> =>
  askText({ ...question, problem: (text) => (text === '' ? question.missing : undefined) });

/** A repository of a Bitbucket Server and what opens it; in memory only. */
export interface ServerSource {
  readonly url: string;
  readonly username: string;
  readonly token: string;
  readonly projectKey: string;
  readonly slug: string;
  /** What could not be made sure of from here; undefined when the repository was found. */
  readonly doubt: string | undefined;
}

/** The questions for address, user and token, and at last for project and repository, which are looked up. */
export const serverQuestions = <Answers extends ServerSource>(
  area: TransfersArea,
  title: string,
): readonly WizardQuestion<Answers>[] => {
  const { t } = vscode.l10n;
  const titled = (what: string): string => t('{0}: {1}', title, what);
  const questions: readonly WizardQuestion<ServerSource>[] = [
    {
      async ask({ url = 'https://' }, at) {
        const typed = await askText({
          title: titled(t('address')),
          at,
          prompt: t(
            'Address of the server or of the repository, such as https://bitbucket.example.com/projects/KEY/repos/name',
          ),
          value: url,
          problem: addressProblem,
        });
        const read = typed === undefined ? undefined : readBitbucketAddress(typed);
        return read?.kind === 'server' ? { ...read.repository, url: read.url } : undefined;
      },
    },
    {
      part: 'username',
      ask: ({ url = '', username = '' }, at) =>
        askLine({
          title: titled(t('user')),
          at,
          prompt: t('User name at {0}', new URL(url).host),
          value: username,
          missing: t('A user name is needed.'),
        }),
    },
    {
      part: 'token',
      async ask({ url = '' }, at) {
        const unencrypted = isReadableOnTheWay(url)
          ? t(' The connection is not encrypted: others on the way can read it.')
          : '';
        const token = await askLine({
          title: titled(t('token')),
          at,
          prompt: t('Personal access token or password. It is used for this import only and not kept.{0}', unencrypted),
          value: '',
          missing: t('A token or a password is needed.'),
          isSecret: true,
        });
        return token;
      },
    },
    {
      part: 'projectKey',
      ask: ({ projectKey = '' }, at) =>
        askLine({
          title: titled(t('project')),
          at,
          prompt: t('Key of the project, such as KEY, or ~name for a personal one'),
          value: projectKey,
          missing: t('The key of a project is needed.'),
        }),
    },
    {
      async ask(answers, at) {
        const slug = await askLine({
          title: titled(t('repository')),
          at,
          prompt: t('Name of the repository as in its address'),
          value: answers.slug ?? '',
          missing: t('The name of a repository is needed.'),
        });
        if (slug === undefined) return undefined;
        const { url = '', username = '', token = '', projectKey = '' } = answers;
        const looking = t('Looking for the repository at {0}…', new URL(url).host);
        const found = await cancellable(looking, (signal) =>
          doubtAbout(area, { url, username, token, projectKey, slug }, signal),
        );
        return found && { slug, doubt: found.doubt };
      },
    },
  ];
  return questions as readonly WizardQuestion<Answers>[];
};

/** The server that imports may reach what this computer does not, and the other way round: a doubt is no refusal. */
const doubtAbout = async (
  area: TransfersArea,
  { url, username, token, ...repository }: Omit<ServerSource, 'doubt'>,
  signal: AbortSignal,
): Promise<{ readonly doubt: string | undefined }> => {
  const { t } = vscode.l10n;
  try {
    const look = await pollBitbucket(
      {
        url,
        username,
        token,
        transport: () => area.network.transport(),
        record: (request) => area.log.request(request),
        secrets: area.log.secrets,
      },
      repository,
      { signal },
    );
    return { doubt: bitbucketMessage(look, new URL(url).host) };
  } catch (error) {
    if (isCancelled(error)) throw error;
    area.log.error('A repository could not be looked up at Bitbucket Server.', error);
    return { doubt: t('It could not be looked up from here: {0}', explain(error)) };
  }
};

const addressProblem = (text: string): string | undefined => {
  const { t } = vscode.l10n;
  const read: TypedBitbucket = readBitbucketAddress(text);
  if (read.kind === 'server') return undefined;
  if (read.kind === 'cloud')
    return t('This is Bitbucket Cloud. It has a command of its own: Import from Bitbucket Cloud.');
  switch (read.problem) {
    case 'empty':
      return t('Type the address of the server.');
    case 'notAnAddress':
      return t('This is not an address. Type it as https://bitbucket.example.com.');
    case 'scheme':
      return t('The address must begin with https:// or http://.');
    case 'credentials':
      return t('Leave the password out of the address; it is asked for next.');
  }
};

/** What the review says of where an import goes. */
export const targetRows = (account: Account, { place, path }: Target): readonly ReviewRow<'place' | 'path'>[] => {
  const { t } = vscode.l10n;
  return [
    {
      part: 'place',
      icon: 'organization',
      label: t('Into'),
      value: `${place.path} · ${instanceName(account.baseUrl)}`,
    },
    { part: 'path', icon: 'symbol-key', label: t('Name'), value: path },
  ];
};
