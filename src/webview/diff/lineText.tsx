import type { ComponentChild } from 'preact';
import { SafeText } from '../elements/safeText.tsx';
import type { TextRole } from '../elements/visibleText.ts';
import { drawnCharacters } from './diffFile.ts';
import type { LineHighlights } from './paintFile.ts';
import { layeredPieces, type Ranges } from './ranges.ts';
import { tokenKinds } from './tokenKinds.ts';
import { grouped, t } from '../elements/texts.ts';

export interface LineTextProps {
  readonly text: string;
  /** Shows a trailing carriage return. */
  readonly showReturn: boolean;
  readonly paint?: LineHighlights | undefined;
  /** Search matches; the third number is 1 for the current one. */
  readonly matches?: Ranges | undefined;
}

export function LineText({ text, showReturn, paint, matches }: LineTextProps): ComponentChild {
  const hasReturn = text.endsWith('\r');
  const length = hasReturn && !showReturn ? text.length - 1 : text.length;
  const shown = text.slice(0, Math.min(length, drawnCharacters));
  const pieces = paint || matches ? <HighlightedText text={shown} paint={paint} matches={matches} /> : undefined;
  if (length <= drawnCharacters) return pieces ?? <SafeText text={shown} role="line" />;
  const more = grouped(length - drawnCharacters);
  return (
    <>
      {pieces ?? <SafeText text={shown} role="line" />}
      <button type="button" class="more" tabIndex={-1} data-action="openLine">
        {t('… {0} more characters, open the file', more)}
      </button>
    </>
  );
}

export function HighlightedText({
  text,
  paint,
  matches,
  role = 'line',
}: Pick<LineTextProps, 'text' | 'paint' | 'matches'> & { readonly role?: TextRole }): ComponentChild {
  return layeredPieces(text, [paint?.syntax, paint?.changes, matches]).map(({ text: piece, kinds }, index) => {
    const [syntax = -1, change = -1, find = -1] = kinds;
    const classes = [
      syntax >= 0 ? `tok-${tokenKinds[syntax] ?? ''}` : '',
      change >= 0 ? 'changed' : '',
      find === 1 ? 'found current' : find === 0 ? 'found' : '',
    ].filter(Boolean);
    const content = <SafeText key={index} text={piece} role={role} />;
    return classes.length === 0 ? (
      content
    ) : (
      <span key={index} class={classes.join(' ')}>
        {content}
      </span>
    );
  });
}
