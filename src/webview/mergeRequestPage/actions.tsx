import type { VNode } from 'preact';
import type { ActionView } from '../../messages/mergeRequestPage.ts';
import type { Host } from './host.ts';

/** Unavailable actions keep their place; their tooltips give the reason. */
export function Actions(props: { readonly actions: readonly ActionView[]; readonly post: Host['post'] }): VNode {
  return (
    <div class="requestActions">
      {props.actions.map(({ action, label, why }) => (
        <button
          key={action}
          type="button"
          class="button"
          title={why}
          aria-disabled={why !== undefined}
          onClick={() => why === undefined && props.post({ type: 'act', action })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
