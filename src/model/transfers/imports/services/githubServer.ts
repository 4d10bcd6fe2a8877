import { isSince, type Release } from '../../../release.ts';
import { readTypedUrl, type TypedUrl } from '../../../typedUrl.ts';

/** github.com or GitHub Enterprise Server. */
export type GithubServer = { readonly kind: 'public' } | { readonly kind: 'enterprise'; readonly webUrl: string };

export type TypedGithub =
  | { readonly kind: 'server'; readonly server: GithubServer }
  | Extract<TypedUrl, { kind: 'invalid' }>;

export const publicGithub: GithubServer = { kind: 'public' };

/** Server, API or page; defaults to https. These servers have no relative URL root. */
export const readGithubAddress = (typed: string): TypedGithub => {
  const read = readTypedUrl(typed);
  if (read.kind === 'invalid') return read;
  const { url } = read;
  if (url.username !== '') return { kind: 'invalid', problem: 'credentials' };
  return /^(?:(?:www|api)\.)?github\.com$/i.test(url.hostname)
    ? { kind: 'server', server: publicGithub }
    : { kind: 'server', server: { kind: 'enterprise', webUrl: url.origin } };
};

/** Host for display. */
export const githubName = (server: GithubServer): string =>
  server.kind === 'public' ? 'github.com' : new URL(server.webUrl).host;

export const githubWeb = (server: GithubServer): string =>
  server.kind === 'public' ? 'https://github.com' : server.webUrl;

export const githubApi = (server: GithubServer): string =>
  server.kind === 'public' ? 'https://api.github.com' : `${server.webUrl}/api/v3`;

/** Unencrypted, and not on this computer. */
export const isReadableOnTheWay = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
};

/** H1's `github_hostname`. Servers from 16.5 to 17.1 need the API address; others append `/api/v3`. */
export const githubHostname = (server: GithubServer, release: Release | undefined): string | undefined => {
  if (server.kind === 'public') return undefined;
  const takesItAsItIs = release !== undefined && isSince(release, '16.5') && !isSince(release, '17.2');
  return takesItAsItIs ? `${server.webUrl}/api/v3` : server.webUrl;
};

export const tokenProblem = (text: string): 'empty' | 'characters' | 'fromGitLab' | undefined => {
  const token = text.trim();
  if (token === '') return 'empty';
  if (/[^\x21-\x7e]/.test(token)) return 'characters';
  // must not be sent to another company
  return /^gl[a-z]{2,6}-/.test(token) ? 'fromGitLab' : undefined;
};

/** Prefilled form. */
export const newTokenPage = (server: GithubServer, purpose: 'repository' | 'gists'): string => {
  const query = new URLSearchParams({
    scopes: purpose === 'gists' ? 'gist' : 'repo,read:org',
    description: purpose === 'gists' ? 'Import gists into GitLab' : 'Import into GitLab',
  });
  return `${githubWeb(server)}/settings/tokens/new?${query.toString()}`;
};
