import type { VNode } from 'preact';
import { type KeyHelp, KeysDialog } from '../elements/keysDialog.tsx';
import { t } from '../elements/texts.ts';

const keyHelp: readonly KeyHelp[] = [
  { keys: ['j'], does: t('Next draft') },
  { keys: ['k'], does: t('Previous draft') },
  { keys: ['e'], does: t('Edit the draft') },
  { keys: [t('Ctrl+Enter')], does: t('Save the draft') },
  { keys: [t('Esc')], does: t('Stop editing (keeps your text)') },
  { keys: ['d'], does: t('Delete the draft') },
  { keys: ['u'], does: t('Undo delete') },
  { keys: ['o'], does: t('Show in diff editor') },
  { keys: ['m'], does: t('Move to the new line') },
  { keys: ['p'], does: t('Publish the draft') },
  { keys: [t('Shift+P')], does: t('Publish all drafts') },
  { keys: ['s'], does: t('Go to the summary') },
  { keys: ['r'], does: t('Refresh') },
  { keys: ['?'], does: t('Show keyboard shortcuts') },
];

/** Shows what the keys of a review do. */
export function ReviewKeys({ onClose }: { readonly onClose: () => void }): VNode {
  return <KeysDialog help={keyHelp} onClose={onClose} />;
}
