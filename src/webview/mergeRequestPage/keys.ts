import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hasLostFocus } from '../elements/host.ts';
import type { KeyHelp } from '../elements/keysDialog.tsx';
import { t } from '../elements/texts.ts';

export const pageKeys = {
  j: 'nextSection',
  k: 'previousSection',
  n: 'next',
  p: 'previous',
  c: 'comment',
  s: 'review',
  r: 'refresh',
  '?': 'showKeys',
} as const;

/** Used while the review is shown. */
export const reviewKeys = {
  j: 'next',
  k: 'previous',
  e: 'edit',
  d: 'delete',
  p: 'publish',
  P: 'publishAll',
  o: 'jump',
  m: 'move',
  s: 'summary',
  u: 'undo',
  Escape: 'leave',
  r: 'refresh',
  '?': 'showKeys',
} as const;

const both: readonly KeyHelp[] = [
  { keys: ['r'], does: t('Refresh') },
  { keys: ['?'], does: t('Show keyboard shortcuts') },
];

export const pageHelp: readonly KeyHelp[] = [
  { keys: ['j'], does: t('Next section') },
  { keys: ['k'], does: t('Previous section') },
  { keys: ['n'], does: t('Next thread') },
  { keys: ['p'], does: t('Previous thread') },
  { keys: ['c'], does: t('Comment on the merge request') },
  { keys: [t('Ctrl+Enter')], does: t('Send the comment') },
  { keys: ['s'], does: t('Submit the review') },
  ...both,
];

export const reviewHelp: readonly KeyHelp[] = [
  { keys: ['j'], does: t('Next draft') },
  { keys: ['k'], does: t('Previous draft') },
  { keys: ['e'], does: t('Edit the draft') },
  { keys: [t('Ctrl+Enter')], does: t('Save the draft') },
  { keys: [t('Esc')], does: t('Stop editing (keeps your text), then back to the merge request') },
  { keys: ['d'], does: t('Delete the draft') },
  { keys: ['u'], does: t('Undo delete') },
  { keys: ['o'], does: t('Show in diff editor') },
  { keys: ['m'], does: t('Move to the new line') },
  { keys: ['p'], does: t('Publish the draft') },
  { keys: [t('Shift+P')], does: t('Publish all drafts') },
  { keys: ['s'], does: t('Go to the summary') },
  ...both,
];

/** False while typing and with modifier keys. */
const isKey = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (!(event.target instanceof Element)) return true;
  return !event.target.closest('input:not([type=checkbox], [type=radio]), textarea, select, dialog');
};

/**
 * Runs commands on key presses; inactive without `keys`. If the focus is lost, it moves to `scroller`, so that scroll keys
 * work. `onKey` runs first on every key press.
 */
export function useKeys<Command extends string>(
  keys: Readonly<Record<string, Command>> | undefined,
  run: Readonly<Record<Command, () => void>>,
  scroller: RefObject<HTMLElement | null>,
  onKey?: () => void,
): void {
  const handler = useRef<(event: KeyboardEvent) => void>(() => undefined);
  handler.current = (event) => {
    if (keys === undefined) return;
    onKey?.();
    if (hasLostFocus()) scroller.current?.focus({ preventScroll: true });
    const command = isKey(event) && Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!command) return;
    run[command]();
    event.preventDefault();
  };
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handler.current(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Focuses the next or previous matching element and opens the `details` around it. */
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
