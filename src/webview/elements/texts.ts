import type { ComponentChild } from 'preact';

// a test without a browser has no document
const locale = globalThis.document?.documentElement.lang;

/** Texts in the language of the page by the English ones, as the extension wrote them into the document. */
const texts = new Map(
  Object.entries(
    JSON.parse(globalThis.document?.getElementById('texts')?.textContent ?? '{}') as Readonly<Record<string, string>>,
  ),
);

const translated = (english: string): string => texts.get(english) ?? english;

/** A text in the language of the page, with values for `{0}`, `{1}`, …. */
export const t = (english: string, ...values: readonly (string | number)[]): string =>
  translated(english).replace(/\{(\d)\}/g, (_, index: number) => values[index] as string);

/** A number with its thousands separated as is the custom in the language of the page. */
export const grouped = (number: number): string => number.toLocaleString(locale);

/** A sentence in the form that the language has for a number: `{0}` is the number, `{1}`, … the other values. */
export const many = (count: number, one: string, other: string, ...values: readonly string[]): string => {
  const isOne = new Intl.PluralRules(locale).select(count) === 'one';
  return t(isOne ? one : other, grouped(count), ...values);
};

/** A sentence with elements for `{0}`, `{1}`, …, in the order that the language has. */
export const rich = (english: string, ...elements: readonly ComponentChild[]): readonly ComponentChild[] =>
  translated(english)
    .split(/\{(\d)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : elements[Number(piece)]));
