/** Translations of some texts, made small: no English text is in them. */
export type PackedTexts = readonly [
  /** Start of the hashes; chosen so that no two texts have the same. */
  seed: number,
  /** The hashes of the English texts from the smallest on, each as its distance from the one before. */
  distances: readonly number[],
  /** In the order of the hashes. */
  translations: readonly string[],
];

/** Finds the translation of an English text; undefined where there is none. */
export type Translate = (english: string) => string | undefined;

/** The hash (24 bits) of a text, by which its translation is found. */
export const textHash = (text: string, seed: number): number => {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x1000193);
  return (hash ^ (hash >>> 13)) & 0xffffff;
};

/** Makes packed translations ready to be looked up. */
export const translator = ([seed, distances, translations]: PackedTexts): Translate => {
  let hash = 0;
  const found = new Map(translations.map((translation, index) => [(hash += distances[index] ?? 0), translation]));
  return (english) => found.get(textHash(english, seed));
};
