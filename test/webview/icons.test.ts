import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { iconNames } from '../../src/messages/icons.ts';
import { openWindow, type Browser } from '../support/browser.ts';
import { rootFolder } from '../support/paths.ts';

const wholeFont = path.join(rootFolder, 'node_modules/@vscode/codicons/dist');
const shipped = path.join(rootFolder, 'dist');

/** The character of each icon in a style sheet, by its name. */
const charactersIn = (folder: string): ReadonlyMap<string, string> => {
  const text = readFileSync(path.join(folder, 'codicon.css'), 'utf8');
  const rules = text.matchAll(/\.codicon-([\w-]+)::?before\s*\{\s*content:\s*"([^"]+)";?\s*\}/g);
  return new Map([...rules].map(([, name = '', content = '']) => [name, unescaped(content)]));
};

const unescaped = (content: string): string =>
  content.replace(/\\([0-9a-f]+) ?/, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));

/** Every text in a source that is written as one piece and not compared with. */
const textsIn = (file: string): readonly string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && !ts.isBinaryExpression(node.parent)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
};

const sources = (...folders: readonly string[]): readonly string[] =>
  folders
    .map((folder) => path.join(rootFolder, 'src', folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))))
    .filter((file) => /\.tsx?$/.test(file));

/** What chooses icons in the extension and sends them to a page. */
const choosing = [
  ...sources('host/transfers/page'),
  ...['board/reportMessages.ts', 'transfers/kinds.ts'].map((file) => path.join(rootFolder, 'src/host', file)),
];

describe('icons of the pages', () => {
  let browser: Browser;

  before(async function () {
    this.timeout(60_000);
    browser = await openWindow();
  });

  after(() => browser.close());

  it('look as in the whole font, and there are no others', async () => {
    const characters = charactersIn(shipped);
    assert.deepEqual([...characters.keys()].sort(), [...iconNames].sort());
    const page = await browser.newPage();
    const differing = await page.evaluate(
      async ({ whole, part, icons }) => {
        for (const [name, data] of [
          ['whole', whole],
          ['part', part],
        ] as const) {
          const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
          document.fonts.add(await new FontFace(name, bytes.buffer).load());
        }
        const canvas = new OffscreenCanvas(48, 48);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (!context) throw new Error('the browser draws nothing');
        const drawn = (font: string, character: string): string => {
          context.clearRect(0, 0, 48, 48);
          context.font = `32px ${font}`;
          context.fillText(character, 8, 40);
          return context.getImageData(0, 0, 48, 48).data.join();
        };
        const nothing = drawn('whole', '');
        return icons.flatMap(([name, character]) => {
          const picture = drawn('part', character);
          const isDrawn = name === 'blank' || picture !== nothing;
          return isDrawn && picture === drawn('whole', character) ? [] : [name];
        });
      },
      {
        whole: readFileSync(path.join(wholeFont, 'codicon.ttf'), 'base64'),
        part: readFileSync(path.join(shipped, 'codicon.woff2'), 'base64'),
        icons: [...characters],
      },
    );
    await page.close();
    assert.deepEqual(differing, []);
  }).timeout(20_000);

  it('are each used by a page or by what chooses icons for one', () => {
    const used = new Set([...sources('webview'), ...choosing].flatMap(textsIn));
    assert.deepEqual(
      iconNames.filter((name) => !used.has(name)),
      [],
    );
  });

  it('have all that style sheets draw by their characters', () => {
    const media = path.join(rootFolder, 'media');
    const styles = readdirSync(media).filter((name) => name.endsWith('.css'));
    const text = styles.map((name) => readFileSync(path.join(media, name), 'utf8')).join('\n');
    const drawn = [...text.matchAll(/content: '(\\e[0-9a-f]{3})'/g)].map(([, content = '']) => unescaped(content));
    assert.notEqual(drawn.length, 0);
    const here = new Set(charactersIn(shipped).values());
    assert.deepEqual(
      drawn.filter((character) => !here.has(character)),
      [],
    );
  });
});
