/** Longest line that is looked through. */
const maxCharacters = 2_000;

/**
 * The places `path/to/file.ts:12:5` in a line of a log: where the words begin and end, the path as it stands there, line
 * and column, both 1-based.
 */
export const placesIn = (text: string) =>
  [...text.slice(0, maxCharacters).matchAll(/[^\s"'`()[\]<>{}|,;=]+/g)].flatMap(({ 0: word, index }) => {
    const [path = '', line = '', column = ''] = word.replace(/^file:\/\//, '').split(':');
    const isPlace = /^\d{1,7}$/.test(line) && /[^/.]\.[A-Za-z]\w{0,9}$/.test(path);
    if (!isPlace) return [];
    const isColumn = /^\d{1,6}$/.test(column);
    const words = `${path}:${line}${isColumn ? `:${column}` : ''}`;
    const start = index + word.indexOf(words);
    const place = { path, line: Number(line), column: isColumn ? Number(column) : undefined };
    return [{ start, end: start + words.length, ...place }];
  });

/** The path in a clone that a path in a log means: itself, or its end where the runner had the clone elsewhere. */
export const pathMeant = (path: string, projectPath: string): string | undefined => {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return undefined;
  if (!path.startsWith('/')) return parts.join('/');
  const at = parts.indexOf(projectPath.split('/').at(-1) ?? '');
  return at < 0 ? undefined : parts.slice(at + 1).join('/');
};
