import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PackedTexts } from '../../src/messages/texts.ts';
import { rootFolder } from './paths.ts';

interface Packing {
  readonly packTexts: (texts: readonly (readonly [english: string, translation: string])[]) => Promise<PackedTexts>;
  readonly writeTranslations: (folder: string) => Promise<void>;
}

/** Packs translations as the build does. */
export const { packTexts, writeTranslations } = (await import(
  String(pathToFileURL(path.join(rootFolder, 'build', 'translations.mjs')))
)) as Packing;
