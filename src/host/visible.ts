import { hiddenAlone, hiddenControls, hiddenFormats } from '../messages/hiddenCharacters.ts';

const hidden = new RegExp(`[${hiddenControls}${hiddenFormats}]|${hiddenAlone}`, 'gu');

const lineEnds = /[\t\n\r]/g;

/** The same as HTML entities, in Markdown. */
const named = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(?:rl|lr)m);/gi;

const code = (character: string): string => {
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
};

/** Escapes hidden characters, such as `\\u202e`, but not tabs and line ends. */
export const visibleText = (text: string): string => text.replace(hidden, code);

/** {@link visibleText} for one line: escapes line ends, too. */
export const visible = (text: string): string => visibleText(text).replace(lineEnds, code);

/** {@link visible} where VS Code renders `$(name)` as an icon. */
export const visibleLabel = (text: string): string => visible(text).replaceAll('$(', '\\$(');

/** {@link visibleText} for Markdown, including entities. */
export const visibleMarkdown = (markdown: string): string =>
  visibleText(markdown).replace(named, (whole, decimal?: string, hexadecimal?: string) => {
    const number = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    if (Number.isNaN(number)) return code(whole.toLowerCase() === '&rlm;' ? '\u200f' : '\u200e');
    const character = number > 0x10ffff ? '' : String.fromCodePoint(number);
    return visibleText(character) === character ? whole : code(character);
  });

/** The path itself if its URI shows an escaped one, otherwise undefined. */
export const hiddenPath = (path: string): string | undefined => (visible(path) === path ? undefined : path);
