/** What a key does on the page. */
export type KeyCommand =
  | 'nextFile'
  | 'previousFile'
  | 'nextHunk'
  | 'previousHunk'
  | 'nextThread'
  | 'previousThread'
  | 'actOnLine'
  | 'openFile'
  | 'jumpToFile'
  | 'toggleFile'
  | 'cherryPick'
  | 'toggleSplit'
  | 'toggleWhitespace'
  | 'toggleFiles'
  | 'copyLink'
  | 'find'
  | 'findNext'
  | 'findPrevious'
  | 'goBack'
  | 'goForward'
  | 'showKeys';

const commands: Readonly<Record<string, KeyCommand>> = {
  n: 'nextFile',
  ']': 'nextFile',
  p: 'previousFile',
  '[': 'previousFile',
  j: 'nextHunk',
  k: 'previousHunk',
  t: 'nextThread',
  T: 'previousThread',
  m: 'actOnLine',
  o: 'openFile',
  f: 'jumpToFile',
  x: 'toggleFile',
  c: 'cherryPick',
  s: 'toggleSplit',
  w: 'toggleWhitespace',
  b: 'toggleFiles',
  y: 'copyLink',
  '/': 'find',
  '?': 'showKeys',
};

/** The keys for the reader, in the order they are explained. */
export const keyHelp: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['n', ']'], does: 'Next file' },
  { keys: ['p', '['], does: 'Previous file' },
  { keys: ['j'], does: 'Next hunk' },
  { keys: ['k'], does: 'Previous hunk' },
  { keys: ['t'], does: 'Next comment' },
  { keys: ['T'], does: 'Previous comment' },
  { keys: ['m'], does: 'Comment on the line' },
  { keys: ['f'], does: 'Go to a file by name' },
  { keys: ['o'], does: 'Open the file in the diff editor' },
  { keys: ['Enter'], does: 'Open the file at the focused line' },
  { keys: ['x'], does: 'Collapse or expand the file' },
  { keys: ['↑', '↓'], does: 'Move by line within the changes' },
  { keys: ['←', '→'], does: 'Collapse or expand a focused file; scroll sideways' },
  { keys: ['s'], does: 'Side by side or one above the other' },
  { keys: ['w'], does: 'Hide or show whitespace-only changes' },
  { keys: ['b'], does: 'Show or hide the list of files' },
  { keys: ['Ctrl+F', '/'], does: 'Find in the commit' },
  { keys: ['F3', 'Shift+F3'], does: 'Next and previous match' },
  { keys: ['Alt+←', 'Alt+→'], does: 'Back and forward between commits' },
  { keys: ['y'], does: 'Copy a link to the file or line' },
  { keys: ['c'], does: 'Cherry-pick the commit' },
  { keys: ['?'], does: 'Show these keys' },
];

/** What a key press means for the page, if anything: not while text is being typed, nor with a modifier. */
export function keyCommand(event: KeyboardEvent): KeyCommand | undefined {
  if (event.defaultPrevented) return undefined;
  const chord = chordCommand(event);
  if (chord || event.ctrlKey || event.metaKey || event.altKey) return chord;
  if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [contenteditable]'))
    return undefined;
  return Object.hasOwn(commands, event.key) ? commands[event.key] : undefined;
}

/** The keys that mean the same wherever the focus is. */
function chordCommand(event: KeyboardEvent): KeyCommand | undefined {
  const { key, altKey, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && !altKey && !shiftKey && key.toLowerCase() === 'f') return 'find';
  if (key === 'F3' && !isControl && !altKey) return shiftKey ? 'findPrevious' : 'findNext';
  if (!altKey || isControl || shiftKey) return undefined;
  return key === 'ArrowLeft' ? 'goBack' : key === 'ArrowRight' ? 'goForward' : undefined;
}

/** How the keys of a tree move within the list of rows. */
export type RowStep = 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last';

const steps: Readonly<Record<string, RowStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
};

/** Where a key press on a focused row leads to, if it moves. */
export function rowStep(event: KeyboardEvent): RowStep | undefined {
  if (event.metaKey || event.altKey || event.shiftKey) return undefined;
  return Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
}
