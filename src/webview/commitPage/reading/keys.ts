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

/** None while typing or with a modifier, except global shortcuts. */
export function keyCommand(event: KeyboardEvent): KeyCommand | undefined {
  if (event.defaultPrevented) return undefined;
  const chord = chordCommand(event);
  if (chord || event.ctrlKey || event.metaKey || event.altKey) return chord;
  if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [contenteditable]'))
    return undefined;
  return Object.hasOwn(commands, event.key) ? commands[event.key] : undefined;
}

/** Shortcuts that work with any focus. */
function chordCommand(event: KeyboardEvent): KeyCommand | undefined {
  const { key, altKey, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && !altKey && !shiftKey && key.toLowerCase() === 'f') return 'find';
  if (key === 'F3' && !isControl && !altKey) return shiftKey ? 'findPrevious' : 'findNext';
  if (!altKey || isControl || shiftKey) return undefined;
  return key === 'ArrowLeft' ? 'goBack' : key === 'ArrowRight' ? 'goForward' : undefined;
}

export type RowStep = 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last';

const steps: Readonly<Record<string, RowStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
};

export function rowStep(event: KeyboardEvent): RowStep | undefined {
  if (event.metaKey || event.altKey || event.shiftKey) return undefined;
  return Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
}
