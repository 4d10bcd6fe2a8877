import * as vscode from '../vscode.ts';
import type { AccountSource } from '../../model/account.ts';

export const sourceName = (source: AccountSource): string => {
  const { t } = vscode.l10n;
  switch (source) {
    case 'token':
      return t('personal access token');
    case 'browser':
      return t('signed in by the browser');
    case 'workflow':
      return 'GitLab Workflow';
    case 'glab':
      return 'glab';
    case 'git':
      return t('git credential');
    case 'environment':
      return t('environment variable');
  }
};
