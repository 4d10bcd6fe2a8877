import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { SafeText } from '../../elements/safeText.tsx';

const linesShown = 16;

/** The message below the title, as it was written; a long one is folded. */
export function MessageBody({ body }: { readonly body: string }): VNode {
  const [isOpen, setOpen] = useState(false);
  const lines = body.replaceAll('\r\n', '\n').split('\n');
  const hidden = lines.length > linesShown + 4 ? lines.length - linesShown : 0;
  const shown = isOpen || hidden === 0 ? lines : lines.slice(0, linesShown);
  return (
    <div class="messageBody">
      <pre>
        <SafeText text={shown.join('\n')} role="message" />
      </pre>
      {hidden > 0 && (
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show ${hidden} more lines`}
        </button>
      )}
    </div>
  );
}
