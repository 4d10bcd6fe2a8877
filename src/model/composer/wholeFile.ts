import { isName, isPath } from '../git/pathPattern.ts';
import { byteText } from '../text/shownText.ts';

/** Git LFS pointer. */
export const lfsObject = (content: Uint8Array): { readonly oid: string; readonly bytes: number } | undefined => {
  if (content.length >= 1_024) return undefined;
  const text = byteText(content);
  if (!/^version https?:\/\/(git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\r?\n/.test(text)) return undefined;
  const [, oid] = /^oid \w+:([0-9a-f]{40,128})\r?$/m.exec(text) ?? [];
  const [, size] = /^size (\d{1,15})\r?$/m.exec(text) ?? [];
  return oid === undefined || size === undefined ? undefined : { oid, bytes: Number(size) };
};

/** Folders from the root. */
export const foldersAbove = (path: string): readonly string[] => [
  '',
  ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)),
];

/**
 * `-merge`, `merge=binary` or `binary`. `attributes` holds `.gitattributes` by folder; the last matching line of the
 * deepest file wins.
 */
export const isMergedWhole = (path: string, attributes: ReadonlyMap<string, string>): boolean => {
  let answer = false;
  for (const folder of foldersAbove(path)) {
    const names = path.slice(folder === '' ? 0 : folder.length + 1).split('/');
    for (const line of (attributes.get(folder) ?? '').split('\n')) {
      const [, quoted, bare = '', rest = ''] = /^(?:"((?:\\.|[^"\\])*)"|([^\s#"]\S*))\s(.*)/s.exec(line.trim()) ?? [];
      const pattern = quoted ?? bare;
      if (pattern === '' || pattern.startsWith('[attr]')) continue;
      const states = rest.split(/\s+/).filter((state) => /^(binary|[-!]?merge(=.*)?)$/.test(state));
      if (states.length > 0 && isAbout(pattern, names))
        answer = ['binary', '-merge', 'merge=binary'].includes(states.at(-1) ?? '');
    }
  }
  return answer;
};

/** Patterns without a slash match in all subfolders. */
const isAbout = (pattern: string, names: readonly string[]): boolean =>
  pattern.includes('/') ? isPath(pattern.replace(/^\//, '').split('/'), names) : isName(pattern, names.at(-1) ?? '');
