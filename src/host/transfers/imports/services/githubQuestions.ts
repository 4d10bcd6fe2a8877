import * as vscode from '../../../vscode.ts';
import { isCancelled } from '../../../../client/errors.ts';
import {
  type Github,
  type GithubToken,
  openGithub,
} from '../../../../model/transfers/imports/services/githubReading.ts';
import {
  type GithubRepository,
  matchingRepositories,
  readRepositoryText,
} from '../../../../model/transfers/imports/services/githubRepository.ts';
import {
  githubName,
  type GithubServer,
  isInsecureUrl,
  newTokenUrl,
  publicGithub,
  parseGithubServer,
  tokenProblem,
} from '../../../../model/transfers/imports/services/githubServer.ts';
import type { TransfersArea } from '../../area.ts';
import { askText } from '../../../kit/questions/askText.ts';
import { age, bytesText, visibleLabel } from '../../../kit/words/format.ts';
import { pickRow } from '../../../kit/questions/pickRow.ts';
import { searchPick } from '../../../kit/questions/searchPick.ts';
import type { WizardStep } from '../../../kit/questions/wizard.ts';
import { lookupMessage } from './messages.ts';

const hostsKey = 'graft.imports.githubServers';
const maxHosts = 5;

/** Recent servers, newest first. URLs only. */
const knownServers = ({ context }: TransfersArea): readonly string[] => {
  const stored: unknown = context.globalState.get(hostsKey);
  return Array.isArray(stored)
    ? stored.filter((each): each is string => typeof each === 'string' && URL.canParse(each))
    : [];
};

const remember = async (area: TransfersArea, server: GithubServer): Promise<void> => {
  if (server.kind === 'public') return;
  const others = knownServers(area).filter((each) => each !== server.webUrl);
  await area.context.globalState.update(hostsKey, [server.webUrl, ...others].slice(0, maxHosts));
};

/** github.com or another server. */
export const askGithubServer = async (
  area: TransfersArea,
  title: string,
  at?: WizardStep,
): Promise<GithubServer | undefined> => {
  const { t } = vscode.l10n;
  type Choice = vscode.QuickPickItem & { readonly server: GithubServer | undefined };
  const known = knownServers(area).map((webUrl): Choice => {
    const server = { kind: 'enterprise', webUrl } as const;
    return {
      label: visibleLabel(githubName(server)),
      iconPath: new vscode.ThemeIcon('server'),
      description: t('recently used'),
      server,
    };
  });
  const other = {
    label: t('GitHub Enterprise Server…'),
    iconPath: new vscode.ThemeIcon('server-environment'),
    description: t('self-hosted'),
    server: undefined,
  };
  const chosen = await pickRow<Choice>(
    [{ label: 'github.com', iconPath: new vscode.ThemeIcon('github'), server: publicGithub }, ...known, other],
    { title, placeholder: t('Choose the GitHub server'), at },
  );
  return chosen === undefined || chosen.server !== undefined ? chosen?.server : askAddress(title, at);
};

const askAddress = async (title: string, at: WizardStep | undefined): Promise<GithubServer | undefined> => {
  const typed = await askText({
    title,
    at,
    prompt: vscode.l10n.t('URL of the server, such as https://github.example.com'),
    value: 'https://',
    problem: addressProblem,
  });
  const read = typed === undefined ? undefined : parseGithubServer(typed);
  return read?.kind === 'server' ? read.server : undefined;
};

const addressProblem = (text: string): string | undefined => {
  const { t } = vscode.l10n;
  const read = parseGithubServer(text);
  if (read.kind === 'server') return undefined;
  switch (read.problem) {
    case 'empty':
      return t('Enter the URL of the GitHub server.');
    case 'notAnAddress':
      return t('Enter a URL such as https://github.example.com.');
    case 'scheme':
      return t('The URL must start with https:// or http://.');
    case 'credentials':
      return t('Remove user name and password from the URL; you can enter the token in the next step.');
  }
};

/** Kept in memory only. */
export interface SignedInGithub {
  readonly server: GithubServer;
  readonly token: string;
  readonly who: GithubToken;
  readonly github: Github;
}

/** Validation error of a GitHub token. */
export const githubTokenProblem = (text: string): string | undefined => {
  const { t } = vscode.l10n;
  switch (tokenProblem(text)) {
    case undefined:
      return undefined;
    case 'empty':
      return t('Paste a GitHub personal access token.');
    case 'characters':
      return t('A token has no spaces or special characters. Copy it again.');
    case 'fromGitLab':
      return t('This is a GitLab token. Enter a GitHub token.');
  }
};

/** Verifies a token. Throws GitHub's error, without the token. */
export const signInToGithub = async (
  area: TransfersArea,
  server: GithubServer,
  token: string,
  signal: AbortSignal,
): Promise<SignedInGithub> => {
  const github = openGithub(server, token, {
    transport: () => area.network.transport(),
    record: (request) => area.log.request(request),
    secrets: area.log.secrets,
  });
  return { server, token, github, who: await github.token({ signal }) };
};

/** Asks for a token and verifies it. It is never stored. Undefined when closed. */
export const askGithubToken = async (
  area: TransfersArea,
  {
    title,
    server,
    purpose,
    at,
  }: {
    readonly title: string;
    readonly server: GithubServer;
    readonly purpose: 'repository' | 'gists';
    readonly at?: WizardStep;
  },
): Promise<SignedInGithub | undefined> => {
  const { t } = vscode.l10n;
  const host = githubName(server);
  let signedIn: SignedInGithub | undefined;
  const scope = purpose === 'gists' ? 'gist' : 'repo, read:org';
  const warning =
    server.kind === 'enterprise' && isInsecureUrl(server.webUrl)
      ? t(' The connection is not encrypted, so the token can be read in transit.')
      : '';
  const typed = await askText({
    title,
    at,
    prompt: t('Token of {0} with the scopes {1}. Used for this import only and not saved.{2}', host, scope, warning),
    value: '',
    placeholder: 'ghp_…',
    isSecret: true,
    link: { tooltip: t('Create a token in the browser'), address: newTokenUrl(server, purpose) },
    problem: githubTokenProblem,
    async check(text, signal) {
      try {
        signedIn = await signInToGithub(area, server, text, signal);
        return undefined;
      } catch (error) {
        if (!isCancelled(error)) area.log.error('The GitHub token could not be checked.', error);
        return lookupMessage(error, host);
      }
    },
  });
  if (typed === undefined || signedIn === undefined) return undefined;
  await remember(area, server);
  return signedIn;
};

type RepositoryRow = vscode.QuickPickItem & { readonly value?: GithubRepository };

/** Own repository, or any by `owner/name`, URL or id. Undefined when closed. */
export const askRepository = async (
  area: TransfersArea,
  title: string,
  { github, who }: SignedInGithub,
  at?: WizardStep,
): Promise<GithubRepository | undefined> => {
  const { t } = vscode.l10n;
  const host = githubName(github.server);
  const direct = async (text: string, signal: AbortSignal): Promise<readonly RepositoryRow[]> => {
    const typed = readRepositoryText(text, github.server);
    if (typed.kind === 'elsewhere')
      return [{ label: `$(warning) ${visibleLabel(t('This URL belongs to {0}, not {1}.', typed.host, host))}` }];
    if (typed.kind === 'words') return [];
    try {
      const found =
        typed.kind === 'id'
          ? await github.byId(typed.id, { signal })
          : await github.byName(typed.owner, typed.name, { signal });
      return [repositoryRow(found)];
    } catch (error) {
      if (isCancelled(error)) throw error;
      area.log.error('A repository could not be looked up on GitHub.', error);
      return [{ label: `$(error) ${visibleLabel(lookupMessage(error, host))}` }];
    }
  };
  const closed = new AbortController();
  const chosen = await searchPick<GithubRepository>({
    title,
    at,
    placeholder: t('Search repositories of {0}, or enter owner/name, a URL or an ID', who.login),
    empty: (text) =>
      text === ''
        ? t('{0} has no repositories. Enter owner/name.', who.login)
        : t('No repository of {0} matches “{1}”. For other repositories, enter owner/name.', who.login, text),
    async search(text, signal) {
      try {
        // the list is read once for all searches
        const [found, { repositories, hasMore }] = await Promise.all([
          direct(text, signal),
          github.own({ signal: closed.signal }),
        ]);
        const ids = new Set(found.map(({ value }) => value?.id));
        const own = matchingRepositories(repositories, text).filter(({ id }) => !ids.has(id));
        return [
          ...found,
          ...own.map(repositoryRow),
          ...(hasMore
            ? [{ label: t('$(ellipsis) Only {0} are listed. Enter owner/name for others.', repositories.length) }]
            : []),
        ];
      } catch (error) {
        if (!isCancelled(error)) area.log.error('The repositories could not be listed on GitHub.', error);
        throw new Error(lookupMessage(error, host), { cause: error });
      }
    },
  });
  closed.abort();
  return chosen;
};

const repositoryRow = (repository: GithubRepository): RepositoryRow => ({
  label: visibleLabel(repository.fullName),
  iconPath: new vscode.ThemeIcon(repository.isPrivate ? 'lock' : repository.isFork ? 'repo-forked' : 'repo'),
  description: visibleLabel(repositoryFacts(repository).join(' · ')),
  ...(repository.description === '' ? {} : { detail: visibleLabel(repository.description.split('\n', 1)[0] ?? '') }),
  value: repository,
});

export const repositoryFacts = (repository: GithubRepository): readonly string[] => {
  const { t } = vscode.l10n;
  const { isPrivate, isArchived, isFork, sizeKilobytes, pushedAt } = repository;
  return [
    isPrivate ? t('private') : t('public'),
    ...(isFork ? [t('fork')] : []),
    ...(isArchived ? [t('archived')] : []),
    ...(sizeKilobytes === undefined || sizeKilobytes === 0 ? [] : [bytesText(sizeKilobytes * 1000)]),
    ...(pushedAt === undefined ? [] : [t('pushed {0}', age(pushedAt))]),
  ];
};
