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

/** The keys for the reader, in the order they are explained. */
export const keyHelp: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['j'], does: 'Next draft' },
  { keys: ['k'], does: 'Previous draft' },
  { keys: ['e'], does: 'Edit the draft' },
  { keys: ['Ctrl+Enter'], does: 'Save the draft' },
  { keys: ['Esc'], does: 'Stop editing (keeps your text)' },
  { keys: ['d'], does: 'Delete the draft' },
  { keys: ['u'], does: 'Undo delete' },
  { keys: ['o'], does: 'Show in diff editor' },
  { keys: ['m'], does: 'Move to the new line' },
  { keys: ['p'], does: 'Publish the draft' },
  { keys: ['Shift+P'], does: 'Publish all drafts' },
  { keys: ['s'], does: 'Go to the summary' },
  { keys: ['r'], does: 'Refresh' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
];

/** What a key press means for the page, if anything: not while text is being typed, nor with a modifier. */
export function keyCommand(event: KeyboardEvent): KeyCommand | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  if (event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea, select, dialog')) {
    return undefined;
  }
  return Object.hasOwn(commands, event.key) ? commands[event.key] : undefined;
}
