import type { VNode } from 'preact';
import { type KeyHelp, KeysDialog } from '../../elements/keysDialog.tsx';
import { t } from '../../elements/texts.ts';

const keyHelp: readonly KeyHelp[] = [
  { keys: ['n', ']'], does: t('Next file') },
  { keys: ['p', '['], does: t('Previous file') },
  { keys: ['j'], does: t('Next hunk') },
  { keys: ['k'], does: t('Previous hunk') },
  { keys: ['t'], does: t('Next comment') },
  { keys: ['T'], does: t('Previous comment') },
  { keys: ['m'], does: t('Comment on the line') },
  { keys: ['f'], does: t('Go to a file by name') },
  { keys: ['o'], does: t('Open the file in the diff editor') },
  { keys: [t('Enter')], does: t('Open the file at the focused line') },
  { keys: ['x'], does: t('Collapse or expand the file') },
  { keys: ['↑', '↓'], does: t('Move by line within the changes') },
  { keys: ['←', '→'], does: t('Collapse or expand a focused file; scroll sideways') },
  { keys: ['s'], does: t('Side by side or one above the other') },
  { keys: ['w'], does: t('Hide or show whitespace-only changes') },
  { keys: ['b'], does: t('Show or hide the list of files') },
  { keys: [t('Ctrl+F'), '/'], does: t('Find in the commit') },
  { keys: ['F3', t('Shift+F3')], does: t('Next and previous match') },
  { keys: [t('Alt+←'), t('Alt+→')], does: t('Back and forward between commits') },
  { keys: ['y'], does: t('Copy a link to the file or line') },
  { keys: ['c'], does: t('Cherry-pick the commit') },
  { keys: ['?'], does: t('Show these keys') },
];

export function CommitKeys({ onClose }: { readonly onClose: () => void }): VNode {
  return <KeysDialog help={keyHelp} onClose={onClose} />;
}
