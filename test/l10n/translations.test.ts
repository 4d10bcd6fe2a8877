import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readTranslations } from '../../src/host/translations.ts';
import { textHash, translator, type Translate } from '../../src/messages/texts.ts';
import { rootFolder, temporaryFolder } from '../support/paths.ts';
import { sourceTexts } from '../support/texts.ts';
import { packTexts, writeTranslations } from '../support/translations.ts';

const german = JSON.parse(readFileSync(path.join(rootFolder, 'l10n', 'bundle.l10n.de.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

describe('packed texts', () => {
  it('give each text its translation, and none to others', async () => {
    const translate = translator(
      await packTexts([
        ['Open', 'Öffnen'],
        ['Close', 'Schließen'],
        ['{0} on {1}', '{0} auf {1}'],
      ]),
    );
    assert.deepEqual(['Open', 'Close', '{0} on {1}', 'open', ''].map(translate), [
      'Öffnen',
      'Schließen',
      '{0} auf {1}',
      undefined,
      undefined,
    ]);
  });

  it('tell texts apart whose hashes are the same at first', async () => {
    const byHash = new Map<number, string>();
    let number = 0;
    while (byHash.size === number) byHash.set(textHash(`Text ${number}`, 0), `Text ${number++}`);
    const last = `Text ${number - 1}`;
    const first = [...Array(number).keys()]
      .map((each) => `Text ${each}`)
      .find((text) => textHash(text, 0) === textHash(last, 0));
    assert.ok(first !== undefined && first !== last);
    const translate = translator(
      await packTexts([
        [first, 'eins'],
        [last, 'zwei'],
      ]),
    );
    assert.deepEqual([translate(first), translate(last)], ['eins', 'zwei']);
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

  it('have every German text, for pages or for the host', () => {
    const found = Object.keys(german).map((english) => translates.map((translate) => translate(english)).find(Boolean));
    assert.deepEqual(found, Object.values(german));
  });

  it('give pages all of theirs', () => {
    const texts = sourceTexts().filter(({ place }) => place.startsWith('src/webview/'));
    const known = texts.flatMap(({ text = '' }) => (text in german ? [text] : []));
    assert.deepEqual(
      known.map((text) => translates[0]?.(text)),
      known.map((text) => german[text]),
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
