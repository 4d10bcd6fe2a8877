export type NewThing = 'project' | 'group' | 'topLevelGroup';

export type PathProblem =
  | 'empty'
  | 'slash'
  | 'characters'
  | 'start'
  | 'end'
  | 'repeated'
  | 'suffix'
  | 'reserved'
  | 'long';

export type NameProblem = 'empty' | 'start' | 'characters' | 'long';

const maxLength = 255;

const reservedEverywhere = [
  '-',
  'badges',
  'blame',
  'blob',
  'builds',
  'commits',
  'create',
  'create_dir',
  'edit',
  'files',
  'find_file',
  'new',
  'preview',
  'raw',
  'refs',
  'tree',
  'update',
  'wikis',
];

const reservedAtTop = [
  '.well-known',
  '404.html',
  '422.html',
  '500.html',
  '502.html',
  '503.html',
  'admin',
  'api',
  'apple-touch-icon.png',
  'assets',
  'dashboard',
  'deploy.html',
  'explore',
  'favicon.ico',
  'favicon.png',
  'files',
  'groups',
  'health_check',
  'help',
  'import',
  'jwt',
  'login',
  'oauth',
  'profile',
  'projects',
  'public',
  'robots.txt',
  's',
  'search',
  'sitemap',
  'sitemap.xml',
  'sitemap.xml.gz',
  'slash-command-logo.png',
  'snippets',
  'unsubscribes',
  'uploads',
  'users',
  'v2',
];

/** Current rules: letters and digits, with single `-`, `_`, `.` in between. Older releases are more permissive. */
export const pathProblem = (path: string, thing: NewThing): PathProblem | undefined => {
  if (path === '') return 'empty';
  if (path.includes('/')) return 'slash';
  if (/[^A-Za-z0-9._-]/.test(path)) return 'characters';
  if (path.length > maxLength) return 'long';
  const lower = path.toLowerCase();
  if (reservedEverywhere.includes(lower) || (thing === 'topLevelGroup' && reservedAtTop.includes(lower)))
    return 'reserved';
  if (/^[._-]/.test(path)) return 'start';
  if (/\.(?:git|atom)$/.test(lower)) return 'suffix';
  if (/[._-]$/.test(path)) return 'end';
  return /[._-]{2}/.test(path) ? 'repeated' : undefined;
};

const nameStart = /^[\p{L}\p{N}_\u{a9}-\u{1f9ff}]/u;
const projectName = /^[\p{L}\p{M}\p{N}\p{Pd}+_. \u{a9}-\u{1f9ff}]*$/u;
const groupName = /^[\p{L}\p{M}\p{N}\p{Pd}_(). \u{a9}-\u{1f9ff}]*$/u;

export const nameProblem = (name: string, thing: NewThing): NameProblem | undefined => {
  if (name.trim() === '') return 'empty';
  if (!nameStart.test(name)) return 'start';
  if (!(thing === 'project' ? projectName : groupName).test(name)) return 'characters';
  return name.length > maxLength ? 'long' : undefined;
};

/** `My Project!` becomes `my-project`; may be empty. */
export const pathFromName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/([._-])[._-]+/g, '$1')
    .replaceAll(/^[._-]|[._-]$/g, '')
    .replace(/\.(?:git|atom)$/, '')
    .slice(0, maxLength);
