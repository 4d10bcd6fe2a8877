import type { VNode } from 'preact';
import type { CommitView } from '../../../messages/commitPage.ts';
import type { Host } from '../host.ts';
import { IconButton } from '../../elements/icon.tsx';
import { CopyButton } from '../../elements/copyButton.tsx';

/** What can be done with the commit. */
export function Actions({ commit, post }: { readonly commit: CommitView; readonly post: Host['post'] }): VNode {
  return (
    <div class="actions" role="group" aria-label="Actions">
      <button type="button" class="button primary" onClick={() => post({ type: 'cherryPick' })}>
        Cherry-pick…
      </button>
      <button type="button" class="button" onClick={() => post({ type: 'revert' })}>
        Revert…
      </button>
      <button type="button" class="button" onClick={() => post({ type: 'openAllChanges' })}>
        Open All Changes
      </button>
      {commit.webUrl !== undefined && (
        <>
          <IconButton icon="link-external" label="Open in browser" onClick={() => post({ type: 'openInBrowser' })} />
          <CopyButton icon="link" label="Copy link" onCopy={() => post({ type: 'copyLink' })} />
        </>
      )}
    </div>
  );
}
