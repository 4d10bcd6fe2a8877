import * as vscode from '../../vscode.ts';
import { type ChangedFile, type FileChange, pathOf } from '../../../model/fileChange.ts';
import { countLines } from '../../../model/reviews/diffLines.ts';
import { basename } from './format.ts';

export const natureOf = ({ special, modes }: ChangedFile): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    ...(special === undefined ? [] : [special === 'symlink' ? t('symbolic link') : t('submodule')]),
    ...(modes ? [t('mode {0} → {1}', modes.old, modes.new)] : []),
  ];
};

/** Tab title for a changed file; `of` names its commit or merge request. */
export const changeTitle = (change: ChangedFile, of: string): string =>
  `${basename(pathOf(change))} (${[of, ...natureOf(change)].join(', ')})`;

/** Line counts such as `+4 −8`, or why there are none. */
export const changeSize = (change: FileChange): string => [...natureOf(change), ...sizeOf(change)].join(' · ');

const sizeOf = ({ diff, withoutText, kind, modes }: FileChange): readonly string[] => {
  const { t } = vscode.l10n;
  if (withoutText === 'tooLarge' || withoutText === 'collapsed') return [t('too large for a diff')];
  if (withoutText === 'binaryOrEmpty') return [t('binary or empty')];
  if (diff === '' && kind === 'renamed') return [t('only renamed')];
  if (diff === '' && modes) return [];
  const { added, removed } = countLines(diff);
  return [`+${added} −${removed}`];
};
