export interface PlainPiece {
  readonly plain: string;
}

/** An invisible or bidirectional character, shown by its code such as `U+202E`. */
export interface MarkPiece {
  readonly mark: string;
}

export type TextPiece = PlainPiece | MarkPiece;

/**
 * Strictness: in a `name` (path, branch, person) even a tab or unusual space can deceive; a `line` may have tabs, a
 * `message` also line feeds.
 */
export type TextRole = 'name' | 'line' | 'message';

const controls = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
const formats =
  '\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}\\p{Cs}';
// joiners and variation selectors are legitimate next to non-ASCII letters and in emoji
const lonelyJoiners = '(?<![^\\0-\\x7f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^\\0-\\x7f])';
const lonelySelectors = '(?<![^\\0-\\x7f\\ufe00-\\ufe0f]|[#*0-9])[\\ufe00-\\ufe0f]';

const patterns: Readonly<Record<TextRole, RegExp>> = {
  name: new RegExp(`[\\t\\n${controls}${formats}]|(?! )\\p{Zs}|^ | $|${lonelyJoiners}|${lonelySelectors}`, 'gu'),
  line: new RegExp(`[\\n${controls}${formats}]|${lonelyJoiners}|${lonelySelectors}`, 'gu'),
  message: new RegExp(`[${controls}${formats}]|${lonelyJoiners}|${lonelySelectors}`, 'gu'),
};

const ordinary = /^[\x20-\x7e]*$/;

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

/** For tooltips and labels: `a[U+202E]b`. */
export function visibleString(text: string, role: TextRole): string {
  return visiblePieces(text, role)
    .map((piece) => ('plain' in piece ? piece.plain : `[${piece.mark}]`))
    .join('');
}

function markOf(character: string): MarkPiece {
  const code = character.codePointAt(0) ?? 0;
  return { mark: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` };
}
