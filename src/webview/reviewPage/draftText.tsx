import type { VNode } from 'preact';
import type { ReviewView } from '../../messages/reviewPage.ts';
import { SafeText } from '../elements/safeText.tsx';

/** A text of a person. */
export function DraftText({ text }: { readonly text: string; readonly places: ReviewView['places'] }): VNode {
  return (
    <div class="markdown asWritten">
      <SafeText text={text} role="message" />
    </div>
  );
}
