import { isAtLeast, type Release } from '../../../release.ts';
import { parseUrl, type ParsedUrl } from '../../../typedUrl.ts';

/** github.com or GitHub Enterprise Server. */
export type GithubServer = { readonly kind: 'public' } | { readonly kind: 'enterprise'; readonly webUrl: string };

export type ParsedGithubServer =
  | { readonly kind: 'server'; readonly server: GithubServer }
  | Extract<ParsedUrl, { kind: 'invalid' }>;

export const publicGithub: GithubServer = { kind: 'public' };

/** Parses the URL of a server, its API or a page; defaults to https. These servers have no relative URL root. */
export const parseGithubServer = (input: string): ParsedGithubServer => {
  const parsed = parseUrl(input);
  if (parsed.kind === 'invalid') return parsed;
  const { url } = parsed;
  if (url.username !== '') return { kind: 'invalid', problem: 'credentials' };
  return /^(?:(?:www|api)\.)?github\.com$/i.test(url.hostname)
    ? { kind: 'server', server: publicGithub }
    : { kind: 'server', server: { kind: 'enterprise', webUrl: url.origin } };
};

/** Host for display. */
export const githubName = (server: GithubServer): string =>
  server.kind === 'public' ? 'github.com' : new URL(server.webUrl).host;

export const githubWebUrl = (server: GithubServer): string =>
  server.kind === 'public' ? 'https://github.com' : server.webUrl;

export const githubApiUrl = (server: GithubServer): string =>
  server.kind === 'public' ? 'https://api.github.com' : `${server.webUrl}/api/v3`;

/** Unencrypted, and not on this computer. */
export const isInsecureUrl = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
};

/** H1's `github_hostname`. Servers from 16.5 to 17.1 need the API address; others append `/api/v3`. */
export const githubHostname = (server: GithubServer, release: Release | undefined): string | undefined => {
  if (server.kind === 'public') return undefined;
  const needsApiUrl = release !== undefined && isAtLeast(release, '16.5') && !isAtLeast(release, '17.2');
  return needsApiUrl ? `${server.webUrl}/api/v3` : server.webUrl;
};

export const tokenProblem = (text: string): 'empty' | 'characters' | 'fromGitLab' | undefined => {
  const token = text.trim();
  if (token === '') return 'empty';
  if (/[^\x21-\x7e]/.test(token)) return 'characters';
  // must not be sent to another company
  return /^gl[a-z]{2,6}-/.test(token) ? 'fromGitLab' : undefined;
};

/** URL of the server's prefilled form for a new token. */
export const newTokenUrl = (server: GithubServer, purpose: 'repository' | 'gists'): string => {
  const query = new URLSearchParams({
    scopes: purpose === 'gists' ? 'gist' : 'repo,read:org',
    description: purpose === 'gists' ? 'Import gists into GitLab' : 'Import into GitLab',
  });
  return `${githubWebUrl(server)}/settings/tokens/new?${query.toString()}`;
};
