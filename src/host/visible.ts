/**
 * Characters that act instead of showing, other than the ends of lines: controls, separators of lines and paragraphs,
 * and those that turn the direction of what follows.
 */
const acting = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const lineEnds = /[\t\n\r]/g;

/** The same in Markdown, written as HTML does. */
const named = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(?:rl|lr)m);/gi;

const code = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text from elsewhere as it may be shown: what would act on what is around it is shown by its code, such as `\\u202e`. */
export const visibleText = (text: string): string => text.replace(acting, code);

/** The same for one line of a row: ends of lines are shown, too. */
export const visible = (text: string): string => visibleText(text).replace(lineEnds, code);

/** The same for places where VS Code draws `$(name)` as an icon. */
export const visibleLabel = (text: string): string => visible(text).replaceAll('$(', '\\$(');

/** The same for Markdown, where such characters have names as well. */
export const visibleMarkdown = (markdown: string): string =>
  visibleText(markdown).replace(named, (whole, decimal?: string, hexadecimal?: string) => {
    const number = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    if (Number.isNaN(number)) return code(whole.toLowerCase() === '&rlm;' ? '\u200f' : '\u200e');
    const character = number > 0xffff ? '' : String.fromCharCode(number);
    return visibleText(character) === character ? whole : code(character);
  });

/**
 * What an address has to keep of a path beside the path it shows, which goes into tabs and the title of the window:
 * the path itself where not all of it is visible, otherwise nothing.
 */
export const hiddenPath = (path: string): string | undefined => (visible(path) === path ? undefined : path);
