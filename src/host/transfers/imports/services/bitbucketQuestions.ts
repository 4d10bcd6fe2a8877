import * as vscode from '../../../vscode.ts';
import { isCancelled } from '../../../../client/errors.ts';
import { type Account, instanceName } from '../../../../model/account.ts';
import {
  pollBitbucket,
  readBitbucketAddress,
  type TypedBitbucket,
} from '../../../../model/transfers/imports/services/bitbucket.ts';
import { isInsecureUrl } from '../../../../model/transfers/imports/services/githubServer.ts';
import type { TransfersArea } from '../../area.ts';
import { askText } from '../../../kit/questions/askText.ts';
import { explain } from '../../../kit/words/explain.ts';
import { cancellable } from '../../../kit/progress.ts';
import type { SummaryRow } from '../../../kit/questions/summary.ts';
import { type WizardQuestion, type WizardStep } from '../../../kit/questions/wizard.ts';
import type { Target } from './placeQuestions.ts';
import { bitbucketMessage } from './messages.ts';

/** Text that must not be empty. */
export const askLine = (question: {
  readonly title: string;
  readonly at?: WizardStep;
  readonly prompt: string;
  readonly value: string;
  readonly missing: string;
  readonly isSecret?: boolean;
}): Promise<string | undefined> =>
  askText({ ...question, problem: (text) => (text === '' ? question.missing : undefined) });

/** Kept in memory only. */
export interface ServerSource {
  readonly url: string;
  readonly username: string;
  readonly token: string;
  readonly projectKey: string;
  readonly slug: string;
  /** Warning if the repository could not be verified from here. */
  readonly warning: string | undefined;
}

/** The repository is looked up with the last answer. */
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
          prompt: t('URL of the server or repository, such as https://bitbucket.example.com/projects/KEY/repos/name'),
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
          prompt: t('User name on {0}', new URL(url).host),
          value: username,
          missing: t('Enter a user name.'),
        }),
    },
    {
      part: 'token',
      async ask({ url = '' }, at) {
        const unencrypted = isInsecureUrl(url)
          ? t(' The connection is not encrypted, so it can be read in transit.')
          : '';
        const token = await askLine({
          title: titled(t('token')),
          at,
          prompt: t('Personal access token or password. Used for this import only and not saved.{0}', unencrypted),
          value: '',
          missing: t('Enter a token or password.'),
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
          prompt: t('Project key, such as KEY, or ~name for a personal project'),
          value: projectKey,
          missing: t('Enter a project key.'),
        }),
    },
    {
      async ask(answers, at) {
        const slug = await askLine({
          title: titled(t('repository')),
          at,
          prompt: t('Repository name as in its URL'),
          value: answers.slug ?? '',
          missing: t('Enter a repository name.'),
        });
        if (slug === undefined) return undefined;
        const { url = '', username = '', token = '', projectKey = '' } = answers;
        const progressTitle = t('Looking up the repository on {0}…', new URL(url).host);
        const found = await cancellable(progressTitle, (signal) =>
          warningFor(area, { url, username, token, projectKey, slug }, signal),
        );
        return found && { slug, warning: found.warning };
      },
    },
  ];
  return questions as readonly WizardQuestion<Answers>[];
};

/** The importing server may reach what this computer can't and vice versa, so a failure is only a warning. */
const warningFor = async (
  area: TransfersArea,
  { url, username, token, ...repository }: Omit<ServerSource, 'warning'>,
  signal: AbortSignal,
): Promise<{ readonly warning: string | undefined }> => {
  const { t } = vscode.l10n;
  try {
    const state = await pollBitbucket(
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
    return { warning: bitbucketMessage(state, new URL(url).host) };
  } catch (error) {
    if (isCancelled(error)) throw error;
    area.log.error('A repository could not be looked up on Bitbucket Server.', error);
    return { warning: t('Lookup failed: {0}', explain(error)) };
  }
};

const addressProblem = (text: string): string | undefined => {
  const { t } = vscode.l10n;
  const read: TypedBitbucket = readBitbucketAddress(text);
  if (read.kind === 'server') return undefined;
  if (read.kind === 'cloud') return t('This is Bitbucket Cloud. Use the command Import from Bitbucket Cloud.');
  switch (read.problem) {
    case 'empty':
      return t('Enter the URL of the server.');
    case 'notAnAddress':
      return t('Enter a URL such as https://bitbucket.example.com.');
    case 'scheme':
      return t('The URL must start with https:// or http://.');
    case 'credentials':
      return t('Remove the password from the URL; you can enter it in the next step.');
  }
};

/** Destination in a review. */
export const targetRows = (account: Account, { place, path }: Target): readonly SummaryRow<'place' | 'path'>[] => {
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
