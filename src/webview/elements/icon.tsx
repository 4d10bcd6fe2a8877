import type { VNode } from 'preact';
import type { IconName } from '../../messages/icons.ts';

/** A codicon. It says nothing to a screen reader: words stand next to it. */
export function Icon({ name, class: extra }: { readonly name: IconName; readonly class?: string }): VNode {
  return <span class={`codicon codicon-${name}${extra ? ` ${extra}` : ''}`} aria-hidden="true" />;
}

/** A button that shows only an icon; `label` is its tooltip and its name. */
export function IconButton(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly expanded?: boolean;
  /** Of a button that switches something on and off: whether it is on. */
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
