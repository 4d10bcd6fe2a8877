import * as vscode from '../../vscode.ts';

export const roleName = (level: number | null): string => {
  const { t } = vscode.l10n;
  switch (level) {
    case null:
      return t('no role');
    case 0:
      return t('No one');
    case 5:
      return t('Minimal access');
    case 10:
      return t('Guest');
    case 15:
      return t('Planner');
    case 20:
      return t('Reporter');
    case 25:
      return t('Security Manager');
    case 30:
      return t('Developer');
    case 40:
      return t('Maintainer');
    case 50:
      return t('Owner');
    case 60:
      return t('Administrator');
    default:
      return t('access level {0}', level);
  }
};
