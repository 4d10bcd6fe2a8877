import { byteText } from '../shownText.ts';

/** The object a Git LFS pointer stands for; undefined for other contents. */
export const lfsObject = (content: Uint8Array): { readonly oid: string; readonly bytes: number } | undefined => {
  if (content.length >= 1_024) return undefined;
  const text = byteText(content);
  if (!/^version https?:\/\/(git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\r?\n/.test(text)) return undefined;
  const [, oid] = /^oid \w+:([0-9a-f]{40,128})\r?$/m.exec(text) ?? [];
  const [, size] = /^size (\d{1,15})\r?$/m.exec(text) ?? [];
  return oid === undefined || size === undefined ? undefined : { oid, bytes: Number(size) };
};

/** The folders whose `.gitattributes` may be about a path, from the root on. */
export const foldersAbove = (path: string): readonly string[] => [
  '',
  ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)),
];

/**
 * Whether attributes say that git does not merge a file as text: `-merge`, `merge=binary` or `binary`. `attributes` has
 * the texts of the `.gitattributes` by folder; as in git, the last line that matches holds, and deeper files come last.
 */
export const isMergedWhole = (path: string, attributes: ReadonlyMap<string, string>): boolean => {
  let answer = false;
  for (const folder of foldersAbove(path)) {
    const names = path.slice(folder === '' ? 0 : folder.length + 1).split('/');
    for (const line of (attributes.get(folder) ?? '').split('\n')) {
      const [, quoted, bare = '', said = ''] = /^(?:"((?:\\.|[^"\\])*)"|([^\s#"]\S*))\s(.*)/s.exec(line.trim()) ?? [];
      const pattern = quoted ?? bare;
      if (pattern === '' || pattern.startsWith('[attr]')) continue;
      const states = said.split(/\s+/).filter((state) => /^(binary|[-!]?merge(=.*)?)$/.test(state));
      if (states.length > 0 && isAbout(pattern, names))
        answer = ['binary', '-merge', 'merge=binary'].includes(states.at(-1) ?? '');
    }
  }
  return answer;
};

/** A pattern without a slash is about names in all folders below. */
const isAbout = (pattern: string, names: readonly string[]): boolean =>
  pattern.includes('/')
    ? covers(pattern.replace(/^\//, '').split('/'), names, '**', isName)
    : isName(pattern, names.at(-1) ?? '');

const isName = (pattern: string, name: string): boolean =>
  covers(pattern.match(/\\.|\[[!^]?\]?[^\]]*\]|./gsu) ?? [], [...name], '*', isCharacter);

const isCharacter = (part: string, character: string): boolean => {
  if (part === '?') return true;
  if (part.length === 1 || !part.startsWith('[')) return part.replace(/^\\(?=.)/s, '') === character;
  try {
    return new RegExp(`^${part.replace(/^\[!/, '[^')}$`, 'u').test(character);
  } catch {
    return false;
  }
};

/** Whether parts match items one by one; `star` stands for any number. Only the last one is tried again: the time is the product. */
const covers = (
  parts: readonly string[],
  items: readonly string[],
  star: string,
  isOne: (part: string, item: string) => boolean,
): boolean => {
  let [at, item, after, from] = [0, 0, -1, 0];
  while (item < items.length) {
    const part = parts[at];
    if (part === star) [after, from, at] = [at + 1, item, at + 1];
    else if (part !== undefined && isOne(part, items[item] ?? '')) [at, item] = [at + 1, item + 1];
    else if (after >= 0) [at, item, from] = [after, from + 1, from + 1];
    else return false;
  }
  return parts.slice(at).every((part) => part === star);
};
