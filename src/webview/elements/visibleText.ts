/** A piece of text that can be shown as it is. */
export interface PlainPiece {
  readonly plain: string;
}

/** A character that would be invisible or move its neighbours, to be shown by its code such as `U+202E`. */
export interface MarkPiece {
  readonly mark: string;
  readonly meaning: string;
}

/** What a text is shown as. */
export type TextPiece = PlainPiece | MarkPiece;

/**
 * Where a text stands. In a `name` (path, branch, person) even a tab or an unusual space can deceive; a `line` of code
 * may hold tabs; a `message` also line feeds.
 */
export type TextRole = 'name' | 'line' | 'message';

const controls = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
const formats =
  '\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}\\p{Cs}';
// joiners and variation selectors have honest uses next to letters beyond ASCII and in emoji
const lonelyJoiners = '(?<![^\\0-\\x7f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^\\0-\\x7f])';
const lonelySelectors = '(?<![^\\0-\\x7f\\ufe00-\\ufe0f]|[#*0-9])[\\ufe00-\\ufe0f]';

const patterns: Readonly<Record<TextRole, RegExp>> = {
  name: new RegExp(`[\\t\\n${controls}${formats}]|(?! )\\p{Zs}|^ | $|${lonelyJoiners}|${lonelySelectors}`, 'gu'),
  line: new RegExp(`[\\n${controls}${formats}]|${lonelyJoiners}|${lonelySelectors}`, 'gu'),
  message: new RegExp(`[${controls}${formats}]|${lonelyJoiners}|${lonelySelectors}`, 'gu'),
};

const ordinary = /^[\x20-\x7e]*$/;

const meanings: Readonly<Record<number, string>> = {
  0x00: 'null',
  0x08: 'backspace',
  0x09: 'tab',
  0x0a: 'line feed',
  0x0d: 'carriage return',
  0x1b: 'escape',
  0x20: 'space at the edge of a name',
  0x7f: 'delete',
  0xa0: 'no-break space',
  0xad: 'soft hyphen',
  0x61c: 'Arabic letter mark',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0xfeff: 'byte order mark',
};

/** Splits a text into what can be shown as it is and the characters to be shown by their codes. */
export function visiblePieces(text: string, role: TextRole): readonly TextPiece[] {
  if (ordinary.test(text) && !(role === 'name' && (text.startsWith(' ') || text.endsWith(' ')))) {
    return [{ plain: text }];
  }
  const pieces: TextPiece[] = [];
  let shown = 0;
  for (const match of text.matchAll(patterns[role])) {
    if (match.index > shown) pieces.push({ plain: text.slice(shown, match.index) });
    pieces.push(markOf(match[0]));
    shown = match.index + match[0].length;
  }
  if (shown < text.length || pieces.length === 0) pieces.push({ plain: text.slice(shown) });
  return pieces;
}

/** The same in one string, for tooltips and labels: `a[U+202E]b`. */
export function visibleString(text: string, role: TextRole): string {
  return visiblePieces(text, role)
    .map((piece) => ('plain' in piece ? piece.plain : `[${piece.mark}]`))
    .join('');
}

function markOf(character: string): MarkPiece {
  const code = character.codePointAt(0) ?? 0;
  const mark = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return { mark, meaning: meanings[code] ?? 'invisible or control character' };
}
