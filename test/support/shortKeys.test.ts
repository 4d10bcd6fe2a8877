import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from './paths.ts';
import { type ManifestTexts, withShortKeys } from './shortKeys.ts';

const read = (name: string): string => readFileSync(path.join(rootFolder, name), 'utf8');

/** What VS Code makes of a manifest: each text in the language, where that has it. */
const shown = (manifest: string, language: string, english: string): unknown => {
  const texts = { ...(JSON.parse(english) as object), ...(JSON.parse(language) as object) } as Record<string, string>;
  return JSON.parse(manifest, (_, value: unknown) => {
    const [, key] = (typeof value === 'string' && /^%(.+)%$/.exec(value)) || [];
    return key === undefined ? value : (texts[key] ?? assert.fail(key));
  });
};

describe('the short keys of a packaged manifest', () => {
  const names = readdirSync(rootFolder).filter((name) => /^package\.nls(\.\w+)?\.json$/.test(name));
  const long: ManifestTexts = { manifest: read('package.json'), languages: names.map(read) };
  const short = withShortKeys(long);
  const englishAt = names.indexOf('package.nls.json');

  for (const [index, name] of names.entries()) {
    it(`show the same texts as ${name}`, () => {
      const of = ({ manifest, languages }: ManifestTexts): unknown =>
        shown(manifest, languages[index] ?? '', languages[englishAt] ?? '');
      assert.deepEqual(of(short), of(long));
    });
  }

  it('leave out what the manifest does not show', () => {
    const manifest = '{"title":"%view.commits%"}';
    const languages = ['{"view.commits":"Commits","view.former":"Former"}', '{}'];
    assert.deepEqual(withShortKeys({ manifest, languages }), {
      manifest: '{"title":"%0%"}',
      languages: ['{"0":"Commits"}', '{}'],
    });
  });
});
