import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { visibleString } from '../elements/visibleText.ts';

/** Whether the extension lets this page load pictures: it says so in the document, with the policy that allows it. */
const mayLoad = (href: string): boolean => document.body.dataset['pictures'] === 'load' && href.startsWith('https:');

/** A picture of a note: a link with words, or the picture where it may be loaded and can be. */
export function Picture({ href, alt }: { readonly href: string; readonly alt: string }): VNode {
  const [hasFailed, setFailed] = useState(false);
  const words = visibleString(alt, 'line') || 'picture';
  return (
    <a class="picture" href={href} title={`Open the picture: ${visibleString(href, 'line')}`}>
      {mayLoad(href) && !hasFailed ? (
        <img src={href} alt={words} loading="lazy" referrerpolicy="no-referrer" onError={() => setFailed(true)} />
      ) : (
        <>
          <Icon name="file-media" /> <SafeText text={words} role="line" />
        </>
      )}
    </a>
  );
}
