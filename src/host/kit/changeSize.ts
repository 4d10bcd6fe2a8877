import * as vscode from '../vscode.ts';
import { type ChangedFile, type FileChange, pathOf } from '../../model/fileChange.ts';
import { countLines } from '../../model/reviews/diffLines.ts';
import { basename } from './format.ts';

/** Words for a changed file that is none of text, or has another mode. */
export const natureOf = ({ special, modes }: ChangedFile): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    ...(special === undefined ? [] : [special === 'symlink' ? t('symbolic link') : t('submodule')]),
    ...(modes ? [t('mode {0} → {1}', modes.old, modes.new)] : []),
  ];
};

/** Title of the tab with the versions of a changed file; `of` names what changed it. */
export const changeTitle = (change: ChangedFile, of: string): string =>
  `${basename(pathOf(change))} (${[of, ...natureOf(change)].join(', ')})`;

/** Numbers of the lines that a changed file gained and lost, `+4 −8`, or why that cannot be told, after what is special of it. */
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
