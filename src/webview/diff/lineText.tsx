import type { ComponentChild } from 'preact';
import { grouped } from '../elements/numbers.ts';
import { SafeText } from '../elements/safeText.tsx';
import { drawnCharacters } from './diffFile.ts';

/** A line to draw. */
export interface LineTextProps {
  readonly text: string;
  /** Whether a carriage return at the end is to be seen. */
  readonly showReturn: boolean;
}

/**
 * The text of one line. This is the place for what colours a line from inside: changed words and syntax. Both would
 * come as ranges over `text` and wrap the pieces that are drawn here.
 */
export function LineText({ text, showReturn }: LineTextProps): ComponentChild {
  const hasReturn = text.endsWith('\r');
  const length = hasReturn && !showReturn ? text.length - 1 : text.length;
  if (length <= drawnCharacters) return <SafeText text={text.slice(0, length)} role="line" />;
  const more = grouped(length - drawnCharacters);
  return (
    <>
      <SafeText text={text.slice(0, drawnCharacters)} role="line" />
      <button type="button" class="more" tabIndex={-1} data-action="openLine">
        … {more} more characters, open the file
      </button>
    </>
  );
}
