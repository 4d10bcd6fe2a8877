import type { VNode } from 'preact';
import type { IconName } from '../../messages/icons.ts';

/** Hidden from screen readers, as text stands next to it. */
export function Icon({ name, class: extra }: { readonly name: IconName; readonly class?: string }): VNode {
  return <span class={`codicon codicon-${name}${extra ? ` ${extra}` : ''}`} aria-hidden="true" />;
}

/** `label`: tooltip and accessible name. */
export function IconButton(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly expanded?: boolean;
  /** State of a toggle. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
}): VNode {
  return (
    <button
      type="button"
      class="iconButton"
      title={props.label}
      aria-label={props.label}
      aria-expanded={props.expanded}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}
