import type { VNode } from 'preact';
import type { ReviewView } from '../../messages/reviewPage.ts';
import { MarkdownText } from '../markdown/markdownText.tsx';

/** A text of a person, as the server will show it. */
export function DraftText(props: { readonly text: string; readonly places: ReviewView['places'] }): VNode {
  if (props.text.trim() === '') return <p class="quiet">(empty)</p>;
  return <MarkdownText text={props.text} places={props.places} />;
}
