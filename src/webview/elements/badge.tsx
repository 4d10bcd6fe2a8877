import type { ComponentChildren, VNode } from 'preact';
import type { IconName } from '../../messages/icons.ts';
import { Icon } from './icon.tsx';
import type { Tone } from './statusMessages.ts';

/** A state in words with an icon. Only the icon is coloured, and its shape tells the same. */
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

/** The part of a fold that is always seen, with the mark that says whether it is open. */
export function FoldSummary({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <summary>
      <Icon name="chevron-right" class="foldMark" />
      {children}
    </summary>
  );
}
