import * as vscode from 'vscode';
import { isCancelled } from '../../../client/errors.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import { pathFromName } from '../../../model/imports/pathRules.ts';
import type { ImportPlace } from '../../../model/imports/places.ts';
import {
  lookAtBitbucket,
  readBitbucketAddress,
  type TypedBitbucket,
} from '../../../model/imports/services/bitbucket.ts';
import { isReadableOnTheWay } from '../../../model/imports/services/githubServer.ts';
import type { App } from '../../app.ts';
import { askText } from '../../commits/askText.ts';
import { explain } from '../../explain.ts';
import { cancellableIfSlow } from '../../progress.ts';
import { askPath } from '../askPath.ts';
import { chooseNamespace } from '../chooseNamespace.ts';
import { bitbucketWords } from './words.ts';

/** Where a project goes. */
export interface Target {
  readonly place: ImportPlace;
  readonly path: string;
}

/** Asks for a line that must not be empty. */
export const askLine = (question: {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly missing: string;
  readonly isSecret?: boolean;
}): Promise<string | undefined> =>
  askText({ ...question, problem: (text) => (text === '' ? question.missing : undefined) });

/** Asks where a project goes and under which path. Undefined when left. */
export const askBitbucketTarget = async (
  app: App,
  account: Account,
  { title, name, path }: { readonly title: string; readonly name: string; readonly path?: string | undefined },
): Promise<Target | undefined> => {
  const place = await chooseNamespace(app, account, title);
  if (place === undefined) return undefined;
  // where the server takes the path from the other side there is nothing to ask
  if (path !== undefined) return { place, path };
  const chosen = await askPath({
    title,
    client: app.clients.of(account),
    thing: 'project',
    parent: place.path,
    value: pathFromName(name),
  });
  return chosen && { place, path: chosen.path };
};

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

/** Asks for the address, the user, the token and the repository, and looks whether they go together. */
export const askServerSource = async (
  app: App,
  title: string,
  before?: Omit<ServerSource, 'doubt' | 'token'>,
): Promise<ServerSource | undefined> => {
  const { t } = vscode.l10n;
  const typed = await askText({
    title: t('{0} (1 of 6): address', title),
    prompt: t(
      'Address of the server or of the repository, such as https://bitbucket.example.com/projects/KEY/repos/name',
    ),
    value: before?.url ?? 'https://',
    problem: addressProblem,
  });
  const read = typed === undefined ? undefined : readBitbucketAddress(typed);
  if (read?.kind !== 'server') return undefined;
  const username = await askLine({
    title: t('{0} (2 of 6): user', title),
    prompt: t('User name at {0}', new URL(read.url).host),
    value: before?.username ?? '',
    missing: t('A user name is needed.'),
  });
  if (username === undefined) return undefined;
  const unencrypted = isReadableOnTheWay(read.url)
    ? t(' The connection is not encrypted: others on the way can read it.')
    : '';
  const token = await askLine({
    title: t('{0} (3 of 6): token', title),
    prompt: t('Personal access token or password. It is used for this import only and not kept.{0}', unencrypted),
    value: '',
    missing: t('A token or a password is needed.'),
    isSecret: true,
  });
  if (token === undefined) return undefined;
  const given = { url: read.url, username, token };
  const repository = read.repository ?? before;
  return askServerRepository(app, title, {
    ...given,
    projectKey: repository?.projectKey ?? '',
    slug: repository?.slug ?? '',
  });
};

/** Asks which repository of a server, and looks whether it is there. */
export const askServerRepository = async (
  app: App,
  title: string,
  before: Omit<ServerSource, 'doubt'>,
): Promise<ServerSource | undefined> => {
  const { t } = vscode.l10n;
  const { url, username, token } = before;
  const projectKey = await askLine({
    title: t('{0} (4 of 6): project', title),
    prompt: t('Key of the project, such as KEY, or ~name for a personal one'),
    value: before.projectKey,
    missing: t('The key of a project is needed.'),
  });
  if (projectKey === undefined) return undefined;
  const slug = await askLine({
    title: t('{0} (5 of 6): repository', title),
    prompt: t('Name of the repository as in its address'),
    value: before.slug,
    missing: t('The name of a repository is needed.'),
  });
  if (slug === undefined) return undefined;
  const found = await cancellableIfSlow(t('Looking for the repository at {0}…', new URL(url).host), async (signal) =>
    doubtAbout(app, { url, username, token, projectKey, slug }, signal),
  );
  return found === undefined ? undefined : { url, username, token, projectKey, slug, doubt: found.doubt };
};

/** The server that imports may reach what this computer does not, and the other way round: a doubt is no refusal. */
const doubtAbout = async (
  app: App,
  { url, username, token, ...repository }: Omit<ServerSource, 'doubt'>,
  signal: AbortSignal,
): Promise<{ readonly doubt: string | undefined }> => {
  const { t } = vscode.l10n;
  try {
    const look = await lookAtBitbucket(
      {
        url,
        username,
        token,
        transport: () => app.network.transport(),
        record: (request) => app.log.request(request),
      },
      repository,
      { signal },
    );
    return { doubt: bitbucketWords(look, new URL(url).host) };
  } catch (error) {
    if (isCancelled(error)) throw error;
    app.log.error('A repository could not be looked up at Bitbucket Server.', error);
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
export const placeWords = (account: Account, { place }: Target): string =>
  `${place.path} · ${instanceName(account.baseUrl)}`;
