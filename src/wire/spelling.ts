/** The two ways names are written on the wire: as real servers do, or with the placeholders of the interface document. */
export type Spelling = 'real' | 'document';

/** Words that differ wherever they stand in a name, real one first: `github_hostname` is `hostone_hostname`. */
const words = [
  ['github', 'hostone'],
  ['bitbucket', 'hosttwo'],
] as const;

/** Whole names that differ: the document's `bucket` is a placeholder here, but not in `bucket_name`. */
const names = [['remote-import-s3', 'remote-import-bucket']] as const;

/** Beginnings of header names that differ; headers are compared without minding case. */
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

/**
 * The interface document's spelling of a real name: one path segment, a parameter, a header or a word such as an
 * `import_type`. Names that are the same in both come back as they are.
 */
export const documentSpelling = (name: string): string => spelled(name, 0, 1);

/** The real spelling of one of the document's names; the reverse of `documentSpelling`. */
export const realSpelling = (name: string): string => spelled(name, 1, 0);

/** A path template with every segment in the document's spelling: `/import/hostone/cancel`. */
export const documentPath = (path: string): string => path.split('/').map(documentSpelling).join('/');
