import { hiddenAlone, hiddenControls, hiddenFormats } from '../../messages/hiddenCharacters.ts';

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

const hidden = `\\r${hiddenControls}${hiddenFormats}`;

const patterns: Readonly<Record<TextRole, RegExp>> = {
  name: new RegExp(`[\\t\\n${hidden}]|(?! )\\p{Zs}|^ | $|${hiddenAlone}`, 'gu'),
  line: new RegExp(`[\\n${hidden}]|${hiddenAlone}`, 'gu'),
  message: new RegExp(`[${hidden}]|${hiddenAlone}`, 'gu'),
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
