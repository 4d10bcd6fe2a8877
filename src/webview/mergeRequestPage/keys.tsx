import type { VNode } from 'preact';
import { type KeyHelp, KeysDialog } from '../elements/keysDialog.tsx';
import { t } from '../elements/texts.ts';

/** What a key does on the page. */
export type KeyCommand = 'next' | 'previous' | 'nextSection' | 'previousSection' | 'comment' | 'refresh' | 'showKeys';

const commands: Readonly<Record<string, KeyCommand>> = {
  j: 'nextSection',
  k: 'previousSection',
  n: 'next',
  p: 'previous',
  c: 'comment',
  r: 'refresh',
  '?': 'showKeys',
};

const keyHelp: readonly KeyHelp[] = [
  { keys: ['j'], does: t('Next section') },
  { keys: ['k'], does: t('Previous section') },
  { keys: ['n'], does: t('Next thread') },
  { keys: ['p'], does: t('Previous thread') },
  { keys: ['c'], does: t('Comment on the merge request') },
  { keys: [t('Ctrl+Enter')], does: t('Send the comment') },
  { keys: ['r'], does: t('Refresh') },
  { keys: ['?'], does: t('Show keyboard shortcuts') },
];

/** What a key press means for the page, if anything: not while text is being typed, nor with a modifier. */
export function keyCommand(event: KeyboardEvent): KeyCommand | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  if (event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea, select, dialog')) {
    return undefined;
  }
  return Object.hasOwn(commands, event.key) ? commands[event.key] : undefined;
}

/** Shows what the keys do. */
export function PageKeys({ onClose }: { readonly onClose: () => void }): VNode {
  return <KeysDialog help={keyHelp} onClose={onClose} />;
}

/** Moves the focus to the next or previous of some elements, seen from what has it now; opens what hides it. */
export function step(selector: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const { activeElement } = document;
  const inside = all.findIndex((each) => each === activeElement || each.contains(activeElement));
  const before = all.filter(
    (each) =>
      activeElement !== null && (each.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  ).length;
  const at = inside >= 0 ? inside + by : by === 1 ? before : before - 1;
  const found = all[Math.min(Math.max(at, 0), all.length - 1)];
  if (!found) return;
  for (let fold = found.parentElement?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true;
  found.focus();
  found.scrollIntoView({ block: 'nearest' });
}
