/** What a key does on the page. */
export type KeyCommand =
  | 'next'
  | 'previous'
  | 'edit'
  | 'delete'
  | 'publish'
  | 'publishAll'
  | 'jump'
  | 'move'
  | 'summary'
  | 'undo'
  | 'refresh'
  | 'showKeys';

const commands: Readonly<Record<string, KeyCommand>> = {
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
  r: 'refresh',
  '?': 'showKeys',
};

/** What a key press means for the page, if anything: not while text is being typed, nor with a modifier. */
export function keyCommand(event: KeyboardEvent): KeyCommand | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  if (event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea, select, dialog')) {
    return undefined;
  }
  return Object.hasOwn(commands, event.key) ? commands[event.key] : undefined;
}
