import type { VNode } from 'preact';
import { type KeyHelp, KeysDialog } from '../elements/keysDialog.tsx';

const keyHelp: readonly KeyHelp[] = [
  { keys: ['←', '↑', '→', '↓'], does: 'Go from cell to cell, and to the headers' },
  { keys: ['Home', 'End'], does: 'First or last branch; with Ctrl the first or last commit too' },
  { keys: ['Page Up', 'Page Down'], does: 'Ten commits up or down' },
  { keys: ['Space'], does: 'Select or deselect a clean or blocked cell; on a header, all of them' },
  { keys: ['Ctrl+A'], does: 'Select all clean cells' },
  { keys: ['Enter'], does: 'Details of the cell; on a header, the commit or branch' },
  { keys: ['r'], does: 'Test the cell, row or column again' },
  { keys: ['t'], does: 'Test all untested or outdated cells' },
  { keys: ['a'], does: 'Apply the selected cells' },
  { keys: ['p'], does: 'Create merge requests for the selected cells' },
  { keys: ['m'], does: 'Edit the message of the commit' },
  { keys: ['Alt+↑', 'Alt+↓'], does: 'On a commit: apply it earlier or later' },
  { keys: ['Delete'], does: 'On a header: remove the commit or branch from the board' },
  { keys: ['?'], does: 'Show the keys' },
];

/** Shows what the keys of the board do. */
export function BoardKeys({ onClose }: { readonly onClose: () => void }): VNode {
  return <KeysDialog help={keyHelp} onClose={onClose} />;
}
