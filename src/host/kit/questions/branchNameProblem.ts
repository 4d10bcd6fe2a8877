import * as vscode from '../../vscode.ts';
import { refNameProblem } from '../../../wire/refName.ts';

export const branchNameProblem = (name: string): string | undefined => {
  const { t } = vscode.l10n;
  switch (refNameProblem(name)) {
    case undefined:
      return undefined;
    case 'empty':
      return t('Enter the name of a branch.');
    case 'space':
      return t('The name of a branch cannot contain a space.');
    case 'control':
      return t('The name of a branch cannot contain a control character.');
    case 'forbiddenCharacter':
      return t('The name of a branch cannot contain any of {0}.', '~ ^ : ? * [ \\');
    case 'dots':
      return t('The name of a branch cannot contain “..”, end with a dot or have a part that begins with one.');
    case 'slash':
      return t('The name of a branch cannot begin or end with a slash, contain “//” or begin with “-”.');
    case 'lock':
      return t('No part of the name of a branch can end with “.lock”.');
    case 'at':
      return t('The name of a branch cannot contain “@{”.');
  }
};
