import type { VNode } from 'preact';
import { Icon } from '../elements/icon.tsx';

/** Tests a row or column again by the mouse: the keyboard has `r` on the header itself. */
export function HeaderButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }): VNode {
  return (
    <span class="headerButton" aria-hidden="true">
      <button type="button" class="iconButton" tabIndex={-1} title={label} onClick={onClick}>
        <Icon name="refresh" />
      </button>
    </span>
  );
}
