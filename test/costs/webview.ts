import assert from 'node:assert/strict';
import { withoutTrailers } from '../../src/webview/commitPage/head/trailers.ts';
import { fileTree } from '../../src/webview/commitPage/files/fileTree.ts';
import { diffFile } from '../../src/webview/diff/diffFile.ts';
import { paintStretch, stretchAt } from '../../src/webview/diff/paintFile.ts';
import { withoutWhitespaceChanges } from '../../src/webview/diff/whitespace.ts';
import { visiblePieces } from '../../src/webview/elements/visibleText.ts';
import { changedWords } from '../../src/webview/highlight/changedWords.ts';
import { parseMarkdown } from '../../src/webview/markdown/parseMarkdown.ts';
import { withReferences } from '../../src/webview/markdown/references.ts';
import type { Inputs } from '../support/run/endsInTime.ts';

const places = { project: 'https://a.example/b/c', instance: 'https://a.example' };
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const file = (path: string, lines: readonly string[]) => {
  const [old, now] = ['-', '+'].map((sign) => lines.filter((line) => line.startsWith(sign)).length);
  const diff = `@@ -1,${old} +1,${now} @@\n${lines.join('\n')}\n`;
  return diffFile({ change: 'modified', oldPath: path, newPath: path, diff } as Parameters<typeof diffFile>[0]);
};

const paint = (each: ReturnType<typeof diffFile>): void => {
  let read = 0;
  const tokens = (code: string): [] => {
    read += code.length;
    return [];
  };
  const painter = { loadLanguage: () => undefined, tokens, changedWords: () => undefined };
  for (let row = 1; row < each.rows.length; row += 60) {
    const stretch = stretchAt(each, row);
    if (stretch) paintStretch(painter, each, stretch);
  }
  assert.ok(read < 100 * each.rows.length, 'lines are read again from many places');
};

export const inputs: Inputs = {
  'trailers of a message': () => {
    const trailers = numbers(200_000).map((at) => ({ key: `a${at}`, value: 'b' }));
    withoutTrailers(`a\n\n${trailers.map(({ key, value }) => `${key}: ${value}`).join('\n')}`, trailers);
  },
  'very many files of a folder': () => {
    const paths = numbers(200_000).map((at) => `a/${at}`);
    fileTree(paths, [...paths.keys()], new Set());
  },
  'a file of empty lines': () => paint(file('a.ts', new Array<string>(100_000).fill('+'))),
  'a file of very many changes': () => paint(file('a', '-a\n+b\n'.repeat(200_000).trimEnd().split('\n'))),
  'lines that differ in white space': () =>
    withoutWhitespaceChanges(file('a', [...numbers(200_000).map(() => '-a'), ...numbers(200_000).map(() => '+ a')])),
  'long lines that differ': () => changedWords('a b '.repeat(500_000), 'b a '.repeat(500_000)),
  'a text of marks': () => visiblePieces('\u202e'.repeat(300_000), 'name'),
  'a text of references': () => withReferences('a/'.repeat(500_000), places),
  ...Object.fromEntries(
    ['[', '![', '*a ', '**a', '_a', '`a``', '<a ', '> ', '- ', '|a', '[a](', '[a]: b\n', '~~a', 'a@', 'http://'].map(
      (part) => [
        `Markdown of ${JSON.stringify(part)}`,
        () => parseMarkdown(part.repeat(199_999 / part.length), places),
      ],
    ),
  ),
};
