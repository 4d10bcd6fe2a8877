import type { VNode } from 'preact';
import { Icon } from '../elements/icon.tsx';

/** Retest button for the mouse; the keyboard has `r` on the header. */
export function HeaderButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }): VNode {
  return (
    <span class="headerButton" aria-hidden="true">
      <button type="button" class="iconButton" tabIndex={-1} title={label} onClick={onClick}>
        <Icon name="refresh" />
      </button>
    </span>
  );
}
