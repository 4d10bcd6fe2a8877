import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readTranslations } from '../../src/host/translations.ts';
import { translator, type Translate } from '../../src/messages/texts.ts';
import { rootFolder, temporaryFolder } from '../support/paths.ts';
import { sourceTexts } from '../support/texts.ts';
import { packTexts, writeTranslations } from '../support/translations.ts';

const german = JSON.parse(readFileSync(path.join(rootFolder, 'l10n', 'bundle.l10n.de.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

describe('packed texts', () => {
  const texts = (number: number): readonly (readonly [string, string])[] =>
    Array.from({ length: number }, (_, index) => [`Text ${index}`, `Wortlaut ${index}`] as const);

  for (const number of [1, 2, 3, 5, 1000])
    it(`give each of ${number} its translation`, async () => {
      const packed = await packTexts(texts(number));
      assert.equal(packed[1].length, number);
      const translate = translator(packed);
      assert.deepEqual(
        texts(number).map(([english]) => translate(english)),
        texts(number).map(([, translation]) => translation),
      );
    });
});

describe('the translations that are shipped', () => {
  let folder = '';
  let translates: readonly Translate[] = [];

  before(async () => {
    folder = temporaryFolder('translations');
    mkdirSync(path.join(folder, 'dist'));
    await writeTranslations(path.join(folder, 'dist'));
    translates = readTranslations('de', folder)?.map(translator) ?? [];
  });

  const textsIn = (folder: string): readonly string[] =>
    sourceTexts().flatMap(({ place, text }) => (place.startsWith(folder) ? (text ?? []) : []));

  it('give pages each of their texts', () => {
    const texts = textsIn('src/webview/');
    assert.deepEqual(
      texts.map((text) => translates[0]?.(text)),
      texts.map((text) => german[text] ?? text),
    );
  });

  it('give the host each of its texts, by those of pages where both have it', () => {
    const texts = textsIn('src/host/');
    assert.deepEqual(
      texts.map((text) => translates[1]?.(text) || translates[0]?.(text)),
      texts.map((text) => german[text] ?? text),
    );
  });

  it('are those of the language, whatever the country', () => {
    assert.ok(readTranslations('de-AT', folder));
  });

  it('are none for a language without a file', () => {
    assert.equal(readTranslations('fr', folder), undefined);
    assert.equal(readTranslations('en', folder), undefined);
  });
});
