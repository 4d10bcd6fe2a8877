import { maxLink } from '../webLink.ts';

export interface CommitTarget {
  /** Without trailing slash. */
  readonly server: string;
  readonly project: string;
  /** May be abbreviated; in a web URL also a branch or tag. */
  readonly sha: string;
  readonly path?: string | undefined;
  /** 1-based. */
  readonly line?: number | undefined;
  readonly side?: 'old' | 'new' | undefined;
}

export type BadLink = 'notALink' | 'server' | 'project' | 'sha' | 'path' | 'line';

export type ReadLink =
  | { readonly kind: 'commit'; readonly target: CommitTarget }
  | { readonly kind: 'bad'; readonly problem: BadLink };

/** Query after VS Code has decoded it once. `:` and `/` stay readable. */
export const linkQuery = ({ server, project, sha, path, line, side }: CommitTarget): string => {
  const members: Record<string, string> = { server, project, sha };
  if (path !== undefined) members['path'] = path;
  if (path !== undefined && line !== undefined) {
    members['line'] = String(line);
    members['side'] = side ?? 'new';
  }
  return Object.entries(members)
    .map(([name, value]) => `${name}=${plainly(encodeURIComponent(value))}`)
    .join('&');
};

const plainly = (encoded: string): string => encoded.replaceAll('%3A', ':').replaceAll('%2F', '/');

/** Links are untrusted, so everything is validated. */
export const readLink = (path: string, query: string): ReadLink => {
  if (path.replace(/(?<!\/)\/+$/, '') !== '/commit' || query.length > maxLink) return bad('notALink');
  const given = new URLSearchParams(query);
  const server = webAddress(given.get('server') ?? '');
  if (server === undefined) return bad('server');
  const project = given.get('project') ?? '';
  if (!isProjectPath(project)) return bad('project');
  const sha = (given.get('sha') ?? '').toLowerCase();
  if (!isHash(sha)) return bad('sha');
  const file = given.get('path') ?? undefined;
  if (file !== undefined && !isFilePath(file)) return bad('path');
  const line = given.get('line') ?? undefined;
  if (line !== undefined && !/^[1-9]\d{0,8}$/.test(line)) return bad('line');
  const target: CommitTarget = {
    server,
    project,
    sha,
    ...(file === undefined ? {} : { path: file }),
    ...(file === undefined || line === undefined
      ? {}
      : { line: Number(line), side: given.get('side') === 'old' ? ('old' as const) : ('new' as const) }),
  };
  return { kind: 'commit', target };
};

const bad = (problem: BadLink): ReadLink => ({ kind: 'bad', problem });

const webAddress = (text: string): string | undefined => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password } = new URL(text);
  return username === '' && password === '' ? `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}` : undefined;
};

/** At least 7 digits. */
export const isHash = (text: string): boolean => /^[0-9a-f]{7,64}$/i.test(text);

const isProjectPath = (path: string): boolean =>
  /^[^\s/\u0000-\u001f\u007f]+(\/[^\s/\u0000-\u001f\u007f]+)+$/.test(path) && !hasDotSegment(path);

const isFilePath = (path: string): boolean =>
  path !== '' && !path.startsWith('/') && !path.includes('\0') && !hasDotSegment(path);

const hasDotSegment = (path: string): boolean => path.split('/').some((part) => part === '.' || part === '..');

export const sameServer = (one: string, other: string): boolean => {
  const [first, second] = [webAddress(one), webAddress(other)];
  return first !== undefined && first === second;
};
