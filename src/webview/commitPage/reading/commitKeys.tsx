import type { VNode } from 'preact';
import { type KeyHelp, KeysDialog } from '../../elements/keysDialog.tsx';

const keyHelp: readonly KeyHelp[] = [
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

/** Shows what the keys of a commit's page do. */
export function CommitKeys({ onClose }: { readonly onClose: () => void }): VNode {
  return <KeysDialog help={keyHelp} onClose={onClose} />;
}
