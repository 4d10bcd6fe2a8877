import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../support/paths.ts';
import { sourceTexts } from '../support/sources/texts.ts';

type Texts = Readonly<Record<string, string>>;

const read = (file: string): Texts => JSON.parse(readFileSync(path.join(rootFolder, file), 'utf8')) as Texts;

/** Placeholders, icons, links, code and emphasis, which a translation must repeat. */
const marks = (text: string): readonly string[] =>
  (text.match(/\{\w+\}|\$\([\w-]+\)|\]\([^)]*\)|`[^`]*`|\*\*?|&&|\n/g) ?? []).sort();

const ends = (text: string): readonly unknown[] => [
  /^\s*/.exec(text)?.[0],
  /\s*$/.exec(text)?.[0],
  text.trim().endsWith('…'),
];

const [english, ofPackage, ofSources] = ['package.nls.json', 'package.nls.de.json', 'l10n/bundle.l10n.de.json'].map(
  read,
) as [Texts, Texts, Texts];

const pairs: readonly (readonly [string, string])[] = [
  ...Object.entries(ofPackage).map(([key, german]) => [english[key] ?? '', german] as const),
  ...Object.entries(ofSources),
];

const unlike = (one: (text: string) => unknown): readonly (readonly [string, string])[] =>
  pairs.filter(([original, german]) => JSON.stringify(one(original)) !== JSON.stringify(one(german)));

describe('the German texts', () => {
  it('are there for commands, views and settings, in the order of the English ones', () => {
    assert.deepEqual(Object.keys(ofPackage), Object.keys(english));
  });

  it('are there for each text of the sources, and for no other', () => {
    const texts = new Set(sourceTexts().flatMap(({ text }) => (text === undefined ? [] : [text])));
    const missing = [...texts].filter((text) => !(text in ofSources));
    const left = Object.keys(ofSources).filter((text) => !texts.has(text));
    assert.deepEqual({ missing, left }, { missing: [], left: [] });
  });

  it('of the sources are sorted, so that a change is one line', () => {
    const keys = Object.keys(ofSources);
    assert.deepEqual(keys, [...keys].sort());
  });

  it('are not empty', () => {
    assert.deepEqual(
      pairs.filter(([, german]) => german.trim() === ''),
      [],
    );
  });

  it('keep placeholders, icons, links, code and lines', () => {
    assert.deepEqual(unlike(marks), []);
  });

  it('keep spaces and the ellipsis at the end', () => {
    assert.deepEqual(unlike(ends), []);
  });

  it('have German quotation marks', () => {
    assert.deepEqual(
      pairs.filter(([, german]) => /[“”"]/.test(german.replace(/„[^„“]*“/g, '').replace(/\]\([^)]*\)/g, ''))),
      [],
    );
  });

  it('are all there is of the difference between the pictures of the walkthrough', () => {
    const drawn = (file: string) => readFileSync(path.join(rootFolder, file), 'utf8').split(/<text\b([^<>]*)>[^<]*/);
    const pictures = Object.keys(english).filter((key) => /^walkthrough\.\w+\.svg$/.test(key));
    assert.ok(pictures.length > 3);
    for (const key of pictures) {
      const [original = '', german = ''] = [english[key], ofPackage[key]];
      assert.notEqual(german, original);
      assert.deepEqual(drawn(german), drawn(original), key);
    }
  });
});
