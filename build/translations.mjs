// The translations, as they are shipped: `l10n/bundle.l10n.<language>.json` becomes `dist/l10n.<language>.br`, less than
// half as large as the bundle would be, as the English texts are not in it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { transform } from 'esbuild';
import { textsIn } from './texts.mjs';

const reading = 'src/messages/texts.ts';

/** So many texts share a seed: with more of them the seeds are fewer, and take longer to be found. */
const textsOfBucket = 4;

/** The hash that the extension finds texts by. */
const hashing = async () => {
  const { code } = await transform(readFileSync(reading, 'utf8'), { loader: 'ts', format: 'esm' });
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).textHash;
};

/** Packs texts with their translations, as the `PackedTexts` of `src/messages/texts.ts`. No text may be there twice. */
export const packTexts = async (texts) => {
  const textHash = await hashing();
  const seeds = Array.from({ length: Math.ceil(texts.length / textsOfBucket) }, () => 0);
  const buckets = seeds.map((_, bucket) => ({ bucket, texts: [] }));
  for (const each of texts) buckets[textHash(each[0], 0, seeds.length)].texts.push(each);
  const translations = Array.from(texts, () => undefined);
  const placesOf = (some, seed) => some.map(([english]) => textHash(english, seed, texts.length));
  const areFree = (places) =>
    new Set(places).size === places.length && places.every((place) => translations[place] === undefined);
  // the large ones need the most room
  for (const { bucket, texts: some } of buckets.sort((one, other) => other.texts.length - one.texts.length)) {
    let seed = 0;
    while (!areFree(placesOf(some, seed))) seed++;
    placesOf(some, seed).forEach((place, index) => (translations[place] = some[index][1]));
    seeds[bucket] = seed;
  }
  return [seeds, translations];
};

/**
 * Writes the translations of every language into a folder: those of pages, which are handed to them, and those of the
 * host, in which what pages have as well is empty. What is not translated is there in English.
 */
export const writeTranslations = async (folder) => {
  const [ofPages, ofHost] = ['src/webview', 'src/host'].map((source) => [
    ...new Set(textsIn(source).flatMap(({ text }) => text ?? [])),
  ]);
  for (const file of readdirSync('l10n')) {
    const [, language] = /^bundle\.l10n\.(\w+)\.json$/.exec(file) ?? [];
    if (language === undefined) continue;
    const translations = JSON.parse(readFileSync(`l10n/${file}`, 'utf8'));
    const translated = (english) => translations[english] ?? english;
    const packed = await Promise.all([
      packTexts(ofPages.map((english) => [english, translated(english)])),
      packTexts(ofHost.map((english) => [english, ofPages.includes(english) ? '' : translated(english)])),
    ]);
    const content = Buffer.from(JSON.stringify(packed));
    const params = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${folder}/l10n.${language}.br`, brotliCompressSync(content, { params }));
  }
};
