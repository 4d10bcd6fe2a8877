import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { PackedTexts } from '../messages/texts.ts';

/** The texts of the extension in a language: those of pages, and those of the host that no page has. */
export type Translations = readonly [ofPages: PackedTexts, ofHost: PackedTexts];

/** Reads the translations into a language, such as `de` or `de-AT`, from a folder; undefined where it has none. */
export const readTranslations = (language: string, folder: string): Translations | undefined => {
  const file = new URL(`l10n.${language.slice(0, 2)}.br`, folder);
  if (!existsSync(file)) return undefined;
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Translations;
};
