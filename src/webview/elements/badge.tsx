import type { ComponentChildren, VNode } from 'preact';
import type { IconName } from '../../messages/icons.ts';
import { Icon } from './icon.tsx';
import type { Tone } from './statusMessages.ts';

/** Only the icon is coloured, and its shape differs, too. */
export function Badge(props: {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <span class={`badge ${props.tone}`}>
      <Icon name={props.icon} />
      <span class="badgeMessage">{props.children}</span>
    </span>
  );
}

/** Summary of a `<details>`, with a chevron. */
export function FoldSummary({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <summary>
      <Icon name="chevron-right" class="foldMark" />
      {children}
    </summary>
  );
}
