import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { iconNames } from '../../src/messages/icons.ts';
import { rootFolder } from '../support/paths.ts';

const media = path.join(rootFolder, 'media');
const pages = path.join(rootFolder, 'src', 'webview');

const words = new Set(
  readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => readFileSync(path.join(pages, file), 'utf8').match(/[\w-]+/g) ?? []),
);

/** Set by VS Code, the highlighter and icons. */
const isSetElsewhere = (name: string): boolean =>
  /^(?:vscode|tok)-/.test(name) || iconNames.some((icon) => name === `codicon-${icon}`);

describe('the style sheets of the pages', () => {
  for (const file of readdirSync(media).filter((name) => name.endsWith('.css'))) {
    it(`${file} is about classes that the pages set`, () => {
      const rules = readFileSync(path.join(media, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
      const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector);
      const classes = selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)]);
      const unknown = classes.map(([, name = '']) => name).filter((name) => !words.has(name) && !isSetElsewhere(name));
      assert.deepEqual([...new Set(unknown)], []);
    });
  }
});
