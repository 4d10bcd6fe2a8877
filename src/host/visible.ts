/** Control, bidirectional and separator characters, except line ends and tabs. */
const acting = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const lineEnds = /[\t\n\r]/g;

/** The same as HTML entities, in Markdown. */
const named = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(?:rl|lr)m);/gi;

const code = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes control and bidirectional characters, such as `\\u202e`. */
export const visibleText = (text: string): string => text.replace(acting, code);

/** {@link visibleText} for one line: escapes line ends, too. */
export const visible = (text: string): string => visibleText(text).replace(lineEnds, code);

/** {@link visible} where VS Code renders `$(name)` as an icon. */
export const visibleLabel = (text: string): string => visible(text).replaceAll('$(', '\\$(');

/** {@link visibleText} for Markdown, including entities. */
export const visibleMarkdown = (markdown: string): string =>
  visibleText(markdown).replace(named, (whole, decimal?: string, hexadecimal?: string) => {
    const number = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    if (Number.isNaN(number)) return code(whole.toLowerCase() === '&rlm;' ? '\u200f' : '\u200e');
    const character = number > 0xffff ? '' : String.fromCharCode(number);
    return visibleText(character) === character ? whole : code(character);
  });

/** The path itself if its URI shows an escaped one, otherwise undefined. */
export const hiddenPath = (path: string): string | undefined => (visible(path) === path ? undefined : path);
