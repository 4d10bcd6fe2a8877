import type { ButtonHTMLAttributes, VNode } from 'preact';

/** A button that looks like a link. */
export const LinkButton = (props: ButtonHTMLAttributes<HTMLButtonElement>): VNode => (
  <button type="button" class="link" {...props} />
);
