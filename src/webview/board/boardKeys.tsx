import type { VNode } from 'preact';
import { type KeyHelp, KeysDialog } from '../elements/keysDialog.tsx';
import { t } from '../elements/texts.ts';

const keyHelp: readonly KeyHelp[] = [
  { keys: ['←', '↑', '→', '↓'], does: t('Go from cell to cell, and to the headers') },
  { keys: [t('Home'), t('End')], does: t('First or last branch; with Ctrl the first or last commit too') },
  { keys: [t('Page Up'), t('Page Down')], does: t('Ten commits up or down') },
  { keys: [t('Space')], does: t('Select or deselect a clean or blocked cell; on a header, all of them') },
  { keys: [t('Ctrl+A')], does: t('Select all clean cells') },
  { keys: [t('Enter')], does: t('Details of the cell; on a header, the commit or branch') },
  { keys: ['r'], does: t('Test the cell, row or column again') },
  { keys: ['t'], does: t('Test all untested or outdated cells') },
  { keys: ['a'], does: t('Apply the selected cells') },
  { keys: ['p'], does: t('Create merge requests for the selected cells') },
  { keys: ['m'], does: t('Edit the message of the commit') },
  { keys: [t('Alt+↑'), t('Alt+↓')], does: t('On a commit: apply it earlier or later') },
  { keys: [t('Del')], does: t('On a header: remove the commit or branch from the board') },
  { keys: ['?'], does: t('Show the keys') },
];

/** Keyboard help of the board. */
export function BoardKeys({ onClose }: { readonly onClose: () => void }): VNode {
  return <KeysDialog help={keyHelp} onClose={onClose} />;
}
