import { l10n } from '../../vscode.ts';
import type { ThreadNote } from '../../../model/commits/commitConversation.ts';

/** Labels beside author and time. */
export const noteLabels = ({ isInternal, attachment }: ThreadNote): readonly string[] => [
  ...(isInternal ? [l10n.t('Internal')] : []),
  ...(attachment === undefined ? [] : [l10n.t('Attachment: {0}', attachment)]),
];
