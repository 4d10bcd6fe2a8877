import * as vscode from '../vscode.ts';
import type { Branch } from '../../wire/projects.ts';
import { age, shortSha, visibleLabel } from './format.ts';

/** A branch as a picker of target branches shows it: `words` and what to know of the branch, then its tip. */
export const branchRow = (
  { name, commit, ...branch }: Branch,
  words: readonly (string | undefined)[],
): { readonly label: string; readonly description: string; readonly detail: string } => {
  const { t } = vscode.l10n;
  return {
    label: visibleLabel(name),
    description: [
      ...words,
      branch.default === true ? t('default') : undefined,
      branch.protected === true ? t('protected') : undefined,
      branch.can_push === false ? t('you may not push') : undefined,
    ]
      .filter((word) => word !== undefined)
      .join(', '),
    detail: visibleLabel(`${shortSha(commit.id)} ${commit.title} · ${age(commit.created_at)}`),
  };
};

/** Said of a typed name that is a branch and a tag. */
export const branchNotTag = (name: string): string => vscode.l10n.t('{0}: the branch, not the tag', name);
