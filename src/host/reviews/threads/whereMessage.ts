import * as vscode from '../../vscode.ts';
import { spanOf } from '../../../model/reviews/newCommentPosition.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import type { Position } from '../../../wire/notes.ts';
import { basename, shortSha, visible } from '../../kit/words/format.ts';
import type { UnsentComment } from '../drafts/unsentComments.ts';

export const whereMessage = (position: Position | null | undefined, commit?: string | null): string => {
  const { t } = vscode.l10n;
  const path = pathOf(position);
  if (path === undefined) return t('whole merge request');
  if (commit != null) return t('{0} in commit {1}', whereMessage(position), shortSha(commit));
  const name = visible(basename(path));
  const span = spanOf(position);
  if (span !== undefined) return `${name}:${span.last}`;
  return position?.position_type === 'image' ? name : t('{0}, whole file', name);
};

/** Like {@link whereMessage} for an unsaved comment, whose line may be unknown. */
export const unsentWhereMessage = ({ position, isGuess, commitId }: UnsentComment): string =>
  isGuess && position !== undefined
    ? vscode.l10n.t('{0}, line unknown', visible(basename(pathOf(position) ?? '')))
    : whereMessage(position, commitId);
