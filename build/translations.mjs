// The translations, as they are shipped: `l10n/bundle.l10n.<language>.json` becomes `dist/l10n.<language>.br`, half as
// large as the bundle would be, as it has hashes in place of the English texts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { transform } from 'esbuild';
import { textsIn } from './texts.mjs';

const reading = 'src/messages/texts.ts';

/** The hash that the extension finds texts by. */
const hashing = async () => {
  const { code } = await transform(readFileSync(reading, 'utf8'), { loader: 'ts', format: 'esm' });
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).textHash;
};

/** Packs texts with their translations, as the `PackedTexts` of `src/messages/texts.ts`. */
export const packTexts = async (texts) => {
  const textHash = await hashing();
  const hashesBy = (seed) => texts.map(([english]) => textHash(english, seed));
  let seed = 0;
  while (new Set(hashesBy(seed)).size < texts.length) seed++;
  const hashes = hashesBy(seed);
  const sorted = texts.map(([, translation], index) => ({ hash: hashes[index], translation }));
  sorted.sort((one, other) => one.hash - other.hash);
  const distances = sorted.map(({ hash }, index) => hash - (sorted[index - 1]?.hash ?? 0));
  return [seed, distances, sorted.map(({ translation }) => translation)];
};

/** Writes the translations of every language into a folder: those of pages, which are handed to them, and all others. */
export const writeTranslations = async (folder) => {
  const ofPages = new Set(textsIn('src/webview').map(({ text }) => text));
  for (const file of readdirSync('l10n')) {
    const [, language] = /^bundle\.l10n\.(\w+)\.json$/.exec(file) ?? [];
    if (language === undefined) continue;
    const texts = Object.entries(JSON.parse(readFileSync(`l10n/${file}`, 'utf8')));
    const parts = [true, false].map((isOfPages) => texts.filter(([english]) => ofPages.has(english) === isOfPages));
    const packed = JSON.stringify(await Promise.all(parts.map(packTexts)));
    writeFileSync(`${folder}/l10n.${language}.br`, brotliCompressSync(packed));
  }
};
