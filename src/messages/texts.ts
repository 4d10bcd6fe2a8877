/**
 * Translations of some texts, made small: no English text is in them, and no more of its hash than what finds its place. So
 * a text that was not among them when they were packed is given the translation of another.
 */
export type PackedTexts = readonly [
  /** For each bucket of texts the seed by which these find places that no other text has. */
  seeds: readonly number[],
  /** In the order of these places. */
  translations: readonly string[],
];

/** Finds the translation of an English text, one of those that were packed. */
export type Translate = (english: string) => string | undefined;

/** A number from 0 up to `below` for a text; another one for another seed. */
export const textHash = (text: string, seed: number, below: number): number => {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x1000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % below;
};

/** Makes packed translations ready to be looked up. */
export const translator =
  ([seeds, translations]: PackedTexts): Translate =>
  (english) =>
    translations[textHash(english, seeds[textHash(english, 0, seeds.length)] ?? 0, translations.length)];
