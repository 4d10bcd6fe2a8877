import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { SafeText } from '../elements/safeText.tsx';
import { beginning } from './beginning.ts';
import { grouped, t } from '../elements/texts.ts';

/** A long message is expandable. */
export function FailedMessage({ text }: { readonly text: string }): VNode {
  const [isOpen, setIsOpen] = useState(false);
  const short = beginning(text);
  const isLong = short.length < text.length;
  return (
    <>
      <div
        class={isLong && isOpen ? 'failedMessage isOpen' : 'failedMessage'}
        {...(isLong && isOpen ? { tabIndex: 0, role: 'group', 'aria-label': t('Full message') } : {})}
      >
        <bdi>
          <SafeText text={isOpen ? text : short} role="message" />
          {isLong && !isOpen && '…'}
        </bdi>
      </div>
      {isLong && (
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('Show less') : t('Show all {0} characters', grouped(text.length))}
        </button>
      )}
    </>
  );
}
