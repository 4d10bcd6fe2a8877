/** Real servers' names, or placeholders of the interface document. */
export type Spelling = 'real' | 'document';

/** `github_hostname` is `hostone_hostname`. */
const words = [
  ['github', 'hostone'],
  ['bitbucket', 'hosttwo'],
] as const;

/** `bucket` is a placeholder here, but not in `bucket_name`. */
const names = [['remote-import-s3', 'remote-import-bucket']] as const;

/** Prefixes, case-insensitive. */
const headers = [['X-GITLAB-', 'X-SERVICE-']] as const;

type Pair = readonly [real: string, document: string];

const spelled = (name: string, from: 0 | 1, to: 0 | 1): string => {
  const whole = (names as readonly Pair[]).find((pair) => pair[from] === name);
  if (whole !== undefined) return whole[to];
  const header = (headers as readonly Pair[]).find((pair) => name.toUpperCase().startsWith(pair[from]));
  if (header !== undefined) return header[to] + name.slice(header[from].length);
  const other = (word: string): string => (words as readonly Pair[]).find((pair) => pair[from] === word)?.[to] ?? word;
  return name
    .split(/([_-])/)
    .map(other)
    .join('');
};

/** Accepts path segments, parameters, headers and values such as an `import_type`; others are unchanged. */
export const documentSpelling = (name: string): string => spelled(name, 0, 1);

export const realSpelling = (name: string): string => spelled(name, 1, 0);

export const documentPath = (path: string): string => path.split('/').map(documentSpelling).join('/');
