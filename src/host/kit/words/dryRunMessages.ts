import * as vscode from '../../vscode.ts';
import type { CellAnswer, Instead } from '../../../model/pick/answers.ts';
import type { CommitPick } from '../../../model/pick/pick.ts';
import { explain } from './explain.ts';

/** Label of a cell state. */
export const answerWord = ({ kind }: CellAnswer): string => {
  const { t } = vscode.l10n;
  switch (kind) {
    case 'clean':
      return t('Clean');
    case 'alreadyThere':
      return t('Already there');
    case 'conflict':
      return t('Conflict');
    case 'protected':
      return t('Blocked');
    case 'branchMissing':
      return t('No branch');
    case 'refused':
      return t('Refused');
    case 'failed':
      return t('Unknown');
  }
};

/** Differ in shape, not only in colour. */
export const answerIcons: Readonly<Record<CellAnswer['kind'], string>> = {
  clean: 'pass',
  alreadyThere: 'check-all',
  conflict: 'git-merge',
  protected: 'lock',
  branchMissing: 'circle-slash',
  refused: 'error',
  failed: 'question',
};

export const answerMeaning = (
  answer: CellAnswer,
  branch: string,
  action: CommitPick['action'] = 'cherryPick',
): string => {
  const { t } = vscode.l10n;
  switch (answer.kind) {
    case 'clean':
      return t('Applies to {0} without conflict.', branch);
    case 'alreadyThere':
      return action === 'cherryPick'
        ? t('{0} has these changes already.', branch)
        : t('{0} no longer has these changes.', branch);
    case 'conflict':
      return t('The changes do not apply to {0}.', branch);
    case 'protected':
      return protectedMeaning(answer, branch);
    case 'branchMissing':
      return t('There is no branch {0}.', branch);
    case 'refused':
      return refusedMeaning(answer);
    case 'failed':
      return t('Unknown: {0}', explain(answer.error));
  }
};

const protectedMeaning = ({ rule, instead }: Extract<CellAnswer, { kind: 'protected' }>, branch: string): string => {
  const { t } = vscode.l10n;
  const why =
    rule === true
      ? t('{0} is protected, and its rules do not let you push.', branch)
      : rule === false
        ? t('Your role in the project does not let you push to {0}.', branch)
        : t('You may not push to {0}: it is protected, or your role is too low.', branch);
  return `${why} ${insteadMeaning(instead ?? { answer: 'noClone' }, branch)}`;
};

const insteadMeaning = ({ answer, branch: other }: Instead, branch: string): string => {
  const { t } = vscode.l10n;
  switch (answer) {
    case 'clean':
      return other === undefined
        ? t('In your clone the changes apply without conflict.')
        : t('On {0}, which is at the same commit, the dry run is clean.', other);
    case 'alreadyThere':
      return other === undefined
        ? t('In your clone, {0} has these changes already.', branch)
        : t('{0}, which is at the same commit, has these changes already.', other);
    case 'conflict':
      return other === undefined
        ? t('In your clone the changes are in conflict.')
        : t('On {0}, which is at the same commit, the dry run finds a conflict.', other);
    case 'noClone':
      return t('No dry run: no clone of the project is open.');
    case 'cloneLacks':
      return t('No dry run: the clone lacks the commits.');
    case 'unknown':
      return t('No dry run: the clone could not be asked.');
  }
};

const refusedMeaning = ({ why, status }: Extract<CellAnswer, { kind: 'refused' }>): string => {
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
