import * as vscode from '../vscode.ts';

/** The option of a project that takes the choice of squashing away; undefined where there is a choice. */
export const squashRuleMessage = (option: string | null | undefined): string | undefined => {
  const { t } = vscode.l10n;
  if (option === 'always') return t('The project always squashes.');
  return option === 'never' ? t('The project never squashes.') : undefined;
};
