import * as vscode from '../vscode.ts';
import type { CellResult, Column } from '../../model/board/cells.ts';
import { explain } from '../kit/explain.ts';
import { shortSha } from '../kit/format.ts';

/** What the answer of a cell means, in a sentence. */
export const cellMeaning = (result: CellResult, branch: string): string => {
  const { t } = vscode.l10n;
  switch (result.kind) {
    case 'clean':
      return t('Applies to {0} without conflict.', branch);
    case 'alreadyThere':
      return t('{0} has these changes already.', branch);
    case 'conflict':
      return t('The changes do not apply to {0}.', branch);
    case 'protected':
      return protectedMeaning(result, branch);
    case 'branchMissing':
      return t('There is no branch {0}.', branch);
    case 'refused':
      return refusedMeaning(result);
    case 'failed':
      return t('Unknown: {0}', explain(result.error));
  }
};

/** What it means that applying has created a commit in a cell. */
export const createdMeaning = (branch: string): string => vscode.l10n.t('Applied to {0}.', branch);

const protectedMeaning = ({ told, rule }: Extract<CellResult, { kind: 'protected' }>, branch: string): string => {
  const { t } = vscode.l10n;
  const why =
    rule === true
      ? t('{0} is protected, and its rules do not let you push.', branch)
      : rule === false
        ? t('Your role in the project does not let you push to {0}.', branch)
        : t('You may not push to {0}: it is protected, or your role is too low.', branch);
  const how =
    told === 'branch'
      ? t('The server reports this for the branch. There was no dry run.')
      : t('The server refused the dry run.');
  return `${why} ${how}`;
};

const refusedMeaning = ({ why, status }: Extract<CellResult, { kind: 'refused' }>): string => {
  const { t } = vscode.l10n;
  switch (why) {
    case 'missingScope':
      return t(
        'The token lacks the scope api and cannot change anything. Create a token with that scope and add the account again.',
      );
    case 'commitMissing':
      return t('The server cannot find the commit.');
    case 'refused':
      return t('The server refused the dry run ({0}).', status ?? '?');
  }
};

/** What is known of a branch, in a sentence. */
export const columnMeaning = (column: Column, branch: string): string => {
  const { t } = vscode.l10n;
  switch (column.kind) {
    case 'unread':
      return t('Not loaded yet.');
    case 'missing':
      return t('There is no branch {0}.', branch);
    case 'failed':
      return t('The branch could not be read: {0}', explain(column.error));
    case 'read':
      return [
        t('At {0}.', shortSha(column.tip)),
        column.isProtected === true ? t('Protected.') : '',
        column.canPush === false ? t('You may not push.') : '',
      ]
        .filter((words) => words !== '')
        .join(' ');
  }
};
