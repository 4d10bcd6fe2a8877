import type { VNode } from 'preact';
import type { IconName } from '../../messages/icons.ts';
import { Icon } from '../elements/icon.tsx';

export function ActionButton(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}): VNode {
  return (
    <button type="button" class="button" onClick={props.onClick}>
      <Icon name={props.icon} /> {props.label}
    </button>
  );
}
