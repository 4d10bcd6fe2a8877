import type { GithubServer } from './githubServer.ts';
import { githubName } from './githubServer.ts';

export interface GithubRepository {
  readonly id: number;
  readonly name: string;
  /** `owner/name`. */
  readonly fullName: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly isFork: boolean;
  readonly description: string;
  readonly defaultBranch: string | undefined;
  readonly webUrl: string;
  /** Updated occasionally. */
  readonly sizeKilobytes: number | undefined;
  readonly pushedAt: string | undefined;
}

export type TypedRepository =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'name'; readonly owner: string; readonly name: string }
  | { readonly kind: 'elsewhere'; readonly host: string }
  | { readonly kind: 'words'; readonly text: string };

/** `owner/name`, ID, page or clone address; else a search. */
export const readRepositoryText = (typed: string, server: GithubServer): TypedRepository => {
  const text = typed.trim();
  if (/^\d{1,15}$/.test(text)) return { kind: 'id', id: Number(text) };
  const secure = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+)$/.exec(text);
  const [host, path] = secure === null ? hostAndPath(text, server) : [secure[1], secure[2]];
  if (host !== undefined && !isSameHost(host, server)) return { kind: 'elsewhere', host };
  const [, owner = '', name = ''] = /^\/?([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/.*)?$/.exec(path ?? '') ?? [];
  return owner === '' || name === '' ? { kind: 'words', text } : { kind: 'name', owner, name };
};

const hostAndPath = (text: string, server: GithubServer): readonly [string | undefined, string] => {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) {
    const { host, pathname } = new URL(text);
    return [host, pathname];
  }
  const name = githubName(server);
  return [undefined, text.toLowerCase().startsWith(`${name}/`) ? text.slice(name.length) : text];
};

const isSameHost = (host: string, server: GithubServer): boolean => {
  const plain = host.toLowerCase().replace(/^www\./, '');
  return plain === githubName(server) || plain === githubName(server).replace(/:\d+$/, '');
};

/** Every word in `owner/name` or description. */
export const matchingRepositories = (
  repositories: readonly GithubRepository[],
  text: string,
): readonly GithubRepository[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return repositories.filter(({ fullName, description }) => {
    const haystack = `${fullName} ${description}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
};
