import type { VNode } from 'preact';
import type { CommitPageState } from '../../../messages/commitPage.ts';
import { IconButton } from '../../elements/icon.tsx';
import type { Host } from '../host.ts';
import { t } from '../../elements/texts.ts';

/** Back and Forward, once the page has shown a second commit. */
export function NavigationButtons({
  subject,
  post,
}: {
  readonly subject: CommitPageState;
  readonly post: Host['post'];
}): VNode | null {
  const canGoBack = (subject.back?.length ?? 0) > 0;
  const canGoForward = (subject.forward?.length ?? 0) > 0;
  if (!canGoBack && !canGoForward) return null;
  return (
    <span class="steps">
      <IconButton
        icon="arrow-left"
        label={t('Back to the commit before (Alt+Left)')}
        disabled={!canGoBack}
        onClick={() => post({ type: 'goBack' })}
      />
      <IconButton
        icon="arrow-right"
        label={t('Forward to the next commit (Alt+Right)')}
        disabled={!canGoForward}
        onClick={() => post({ type: 'goForward' })}
      />
    </span>
  );
}
