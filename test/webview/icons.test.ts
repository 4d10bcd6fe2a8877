import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { iconNames } from '../../src/messages/icons.ts';
import { rootFolder } from '../support/paths.ts';
import { parseSource } from '../support/sources/texts.ts';

const styleSheet = readFileSync(path.join(rootFolder, 'node_modules/@vscode/codicons/dist/codicon.css'), 'utf8');

/** Characters by codicon name, as in CSS. */
const codicons = new Map(
  [...styleSheet.matchAll(/\.codicon-([\w-]+):before \{ content: "([^"]+)" \}/g)].map(
    ([, name = '', content = '']) => [name, content] as const,
  ),
);

/** Literals of a source except those compared with. */
const textsIn = (file: string): readonly string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && !ts.isBinaryExpression(node.parent)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parseSource(file, readFileSync(file, 'utf8')));
  return found;
};

const sources = (...folders: readonly string[]): readonly string[] =>
  folders
    .map((folder) => path.join(rootFolder, 'src', folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))))
    .filter((file) => /\.tsx?$/.test(file));

/** Sources that choose icons for pages. */
const choosing = [
  ...sources('host/transfers/jobPage'),
  ...['board/reportMessages.ts', 'transfers/kinds.ts'].map((file) => path.join(rootFolder, 'src/host', file)),
];

describe('icons of the pages', () => {
  it('are codicons', () => {
    assert.deepEqual(
      iconNames.filter((name) => !codicons.has(name)),
      [],
    );
  });

  it('are each used by a page or by what chooses icons for one', () => {
    const used = new Set([...sources('webview'), ...choosing].flatMap(textsIn));
    assert.deepEqual(
      iconNames.filter((name) => !used.has(name)),
      [],
    );
  });

  it('are codicons where style sheets draw them by their characters', () => {
    const media = path.join(rootFolder, 'media');
    const styles = readdirSync(media).filter((name) => name.endsWith('.css'));
    const text = styles.map((name) => readFileSync(path.join(media, name), 'utf8')).join('\n');
    const drawn = [...text.matchAll(/content: '(\\e[0-9a-f]{3})'/g)].map(([, content = '']) => content);
    assert.notEqual(drawn.length, 0);
    const known = new Set(codicons.values());
    assert.deepEqual(
      drawn.filter((character) => !known.has(character)),
      [],
    );
  });
});
