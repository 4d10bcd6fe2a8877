import type { ButtonHTMLAttributes, VNode } from 'preact';

export const LinkButton = (props: ButtonHTMLAttributes<HTMLButtonElement>): VNode => (
  <button type="button" class="link" {...props} />
);
