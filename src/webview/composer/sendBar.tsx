import type { VNode } from 'preact';
import type { ComposerView } from '../../messages/composer.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import type { Host } from './host.ts';

/** The request in a line, and the button that sends it; while something keeps it from being sent, the reason. */
export function SendBar({ view, host }: { readonly view: ComposerView; readonly host: Host }): VNode {
  const isOff = view.whyNot !== undefined;
  return (
    <div class="sendBar">
      <span class="summary" role="status">
        {view.progress === undefined ? <SafeText text={view.summary} role="name" /> : <Loading text={view.progress} />}
      </span>
      <button
        type="button"
        class="link"
        title="Everything that would be sent, as it would be sent"
        onClick={() => host.post({ type: 'showRequest' })}
      >
        Show Request
      </button>
      <span class="filler" />
      <button
        type="button"
        class="button primary"
        aria-disabled={isOff}
        title={view.whyNot ?? 'Ctrl+Enter'}
        onClick={() => !isOff && host.post({ type: 'send' })}
      >
        <Icon name="cloud-upload" />
        Commit on {view.server}
      </button>
    </div>
  );
}
