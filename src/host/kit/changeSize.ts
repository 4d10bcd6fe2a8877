import * as vscode from '../vscode.ts';
import type { FileChange } from '../../model/fileChange.ts';
import { countLines } from '../../model/reviews/diffLines.ts';

/** How many lines a file of a merge request gained and lost, `+4 −8`, or why that cannot be told. */
export const changeSize = ({ diff, withoutText }: FileChange): string => {
  const { t } = vscode.l10n;
  if (withoutText === 'tooLarge' || withoutText === 'collapsed') return t('too large for a diff');
  if (withoutText === 'binaryOrEmpty') return t('no text');
  const { added, removed } = countLines(diff);
  return `+${added} −${removed}`;
};
