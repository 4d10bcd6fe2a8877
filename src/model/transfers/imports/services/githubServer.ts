import { isSince, type Release } from '../../../release.ts';
import { readTypedUrl, type TypedUrl } from '../../../typedUrl.ts';

/** Which GitHub: the public service, or a server people run themselves. */
export type GithubServer = { readonly kind: 'public' } | { readonly kind: 'enterprise'; readonly webUrl: string };

/** What the user typed as the address of a GitHub server, read. */
export type TypedGithub =
  | { readonly kind: 'server'; readonly server: GithubServer }
  | Extract<TypedUrl, { kind: 'invalid' }>;

/** The public service. */
export const publicGithub: GithubServer = { kind: 'public' };

/**
 * Reads the address of a GitHub server as people have it: with or without a scheme (https is meant), its API, or any
 * page of it. Of a path nothing is kept, as such servers live at the root of their host.
 */
export const readGithubAddress = (typed: string): TypedGithub => {
  const read = readTypedUrl(typed);
  if (read.kind === 'invalid') return read;
  const { url } = read;
  if (url.username !== '') return { kind: 'invalid', problem: 'credentials' };
  return /^(?:(?:www|api)\.)?github\.com$/i.test(url.hostname)
    ? { kind: 'server', server: publicGithub }
    : { kind: 'server', server: { kind: 'enterprise', webUrl: url.origin } };
};

/** The host people know the server by. */
export const githubName = (server: GithubServer): string =>
  server.kind === 'public' ? 'github.com' : new URL(server.webUrl).host;

/** The address of its pages. */
export const githubWeb = (server: GithubServer): string =>
  server.kind === 'public' ? 'https://github.com' : server.webUrl;

/** The address of its API. */
export const githubApi = (server: GithubServer): string =>
  server.kind === 'public' ? 'https://api.github.com' : `${server.webUrl}/api/v3`;

/** Says whether a token would travel where others can read it: unencrypted, and not within this machine. */
export const isReadableOnTheWay = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
};

/**
 * What H1 is given as `github_hostname`: nothing for the public service. From 16.5 to 17.1 servers took the address as
 * it is, so that it has to name the API; the others add `/api/v3` themselves.
 */
export const githubHostname = (server: GithubServer, release: Release | undefined): string | undefined => {
  if (server.kind === 'public') return undefined;
  const takesItAsItIs = release !== undefined && isSince(release, '16.5') && !isSince(release, '17.2');
  return takesItAsItIs ? `${server.webUrl}/api/v3` : server.webUrl;
};

/** Why a text is no GitHub token; undefined for one that may be. */
export const tokenProblem = (text: string): 'empty' | 'characters' | 'fromGitLab' | undefined => {
  const token = text.trim();
  if (token === '') return 'empty';
  if (/[^\x21-\x7e]/.test(token)) return 'characters';
  // it would be told to another company
  return /^gl[a-z]{2,6}-/.test(token) ? 'fromGitLab' : undefined;
};

/** The page of GitHub that makes a token with what an import needs. */
export const newTokenPage = (server: GithubServer, purpose: 'repository' | 'gists'): string => {
  const query = new URLSearchParams({
    scopes: purpose === 'gists' ? 'gist' : 'repo,read:org',
    description: purpose === 'gists' ? 'Import gists into GitLab' : 'Import into GitLab',
  });
  return `${githubWeb(server)}/settings/tokens/new?${query.toString()}`;
};
