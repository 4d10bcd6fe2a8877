import type { ComponentChild } from 'preact';

// tests have no document
const locale = globalThis.document?.documentElement.lang;

/** Translations by English text, from the document. */
const texts = new Map(
  Object.entries(
    JSON.parse(globalThis.document?.getElementById('texts')?.textContent ?? '{}') as Readonly<Record<string, string>>,
  ),
);

const translated = (english: string): string => texts.get(english) ?? english;

/** Translated text, with values for `{0}`, `{1}`, …. */
export const t = (english: string, ...values: readonly (string | number)[]): string =>
  translated(english).replace(/\{(\d)\}/g, (_, index: number) => values[index] as string);

/** Localised number. */
export const grouped = (number: number): string => number.toLocaleString(locale);

/** Plural form: `{0}` is the number, `{1}`, … the other values. */
export const many = (count: number, one: string, other: string, ...values: readonly string[]): string => {
  const isOne = new Intl.PluralRules(locale).select(count) === 'one';
  return t(isOne ? one : other, grouped(count), ...values);
};

/** Translated text with elements for `{0}`, `{1}`, …. */
export const rich = (english: string, ...elements: readonly ComponentChild[]): readonly ComponentChild[] =>
  translated(english)
    .split(/\{(\d)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : elements[Number(piece)]));
