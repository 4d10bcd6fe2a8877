import * as vscode from '../../vscode.ts';

/** Undefined if the project leaves a choice. */
export const squashRuleMessage = (option: string | null | undefined): string | undefined => {
  const { t } = vscode.l10n;
  if (option === 'always') return t('The project always squashes.');
  return option === 'never' ? t('The project never squashes.') : undefined;
};
