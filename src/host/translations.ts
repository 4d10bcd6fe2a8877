import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { PackedTexts } from '../messages/texts.ts';

/** The texts of the extension in a language: those of pages, and those of the host, empty where pages have them as well. */
export type Translations = readonly [ofPages: PackedTexts, ofHost: PackedTexts];

/** Reads the translations into a language, such as `de` or `de-AT`, of an extension; undefined where it has none. */
export const readTranslations = (language: string, extensionPath = ''): Translations | undefined => {
  const file = path.join(extensionPath, 'dist', `l10n.${language.slice(0, 2)}.br`);
  if (!existsSync(file)) return undefined;
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Translations;
};
