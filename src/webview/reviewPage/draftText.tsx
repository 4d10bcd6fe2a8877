import type { VNode } from 'preact';
import type { ReviewView } from '../../messages/reviewPage.ts';
import { MarkdownText } from '../markdown/markdownText.tsx';

/** From this length on, in characters, a text scrolls in a box of its own. */
const longText = 4_000;

/** A text of a person, as the server will show it. */
export function DraftText(props: { readonly text: string; readonly places: ReviewView['places'] }): VNode {
  if (props.text.trim() === '') return <p class="quiet">(empty)</p>;
  const text = <MarkdownText text={props.text} places={props.places} />;
  if (props.text.length < longText) return text;
  return (
    <div class="longText" role="group" aria-label="Long text" tabIndex={0}>
      {text}
    </div>
  );
}
