import * as vscode from '../../vscode.ts';
import type { CommitPick, PickRefusal } from '../../../model/pick/pick.ts';
import { shortSha } from './format.ts';

export const pickTitle = ({ action, sha }: CommitPick, subject: string): string => {
  const { t } = vscode.l10n;
  return action === 'cherryPick'
    ? t('Cherry-pick {0} “{1}”', shortSha(sha), subject)
    : t('Revert {0} “{1}”', shortSha(sha), subject);
};

/** Trailers above the line that the server appends no longer count. */
export const endedTrailers = (keys: readonly string[]): string =>
  vscode.l10n.many(
    keys.length,
    '{1} no longer counts: the server adds its line below it.',
    '{1} no longer count: the server adds its line below them.',
    new Intl.ListFormat(vscode.env.language).format(keys),
  );

export const pickRefusalMessage = (
  refusal: PickRefusal,
  pick: CommitPick,
): { readonly label: string; readonly detail: string } => {
  const { t } = vscode.l10n;
  const serverWords = refusal.words === undefined ? '' : t('Server response: {0}', refusal.words);
  const { branch } = pick;
  switch (refusal.kind) {
    case 'alreadyThere':
      return {
        label:
          pick.action === 'cherryPick'
            ? t('Already there: {0} has these changes', branch)
            : t('Nothing to revert: {0} no longer has these changes', branch),
        detail: serverWords,
      };
    case 'conflict':
      return { label: t('Conflict: the changes do not apply to {0}', branch), detail: serverWords };
    case 'forbidden':
      return {
        label: t('You may not push to {0}', branch),
        detail: [serverWords, t('The branch is protected, or your role in the project does not allow it.')]
          .filter(Boolean)
          .join(' '),
      };
    case 'missingScope':
      return {
        label: t('The token is read-only'),
        detail: [serverWords, t('It lacks the scope api. Create a token with this scope and sign in again.')]
          .filter(Boolean)
          .join(' '),
      };
    case 'branchMissing':
      return { label: t('There is no branch {0}', branch), detail: serverWords };
    case 'commitMissing':
      return { label: t('The server can’t find the commit {0}', shortSha(pick.sha)), detail: serverWords };
    case 'refused':
      return { label: t('The server rejected it ({0})', refusal.status ?? '?'), detail: serverWords };
  }
};

/** A rule or hook refused; a new branch with a merge request may work. */
export const mayGoElsewhere = ({ kind }: PickRefusal): boolean => kind === 'forbidden' || kind === 'refused';
