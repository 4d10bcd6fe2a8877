import * as vscode from '../../vscode.ts';
import type { Evidence, Presence } from '../../../model/board/presence.ts';
import { shortSha } from './format.ts';

/** Sentence on a commit's presence, with the evidence. */
export const presenceSentence = ({ state, evidence }: Presence, names: string): string => {
  const { t } = vscode.l10n;
  const [first, second] = evidence;
  if (first === undefined) return state === 'missing' ? t('Missing on {0}.', names) : t('Unknown on {0}.', names);
  const as = 'as' in first ? shortSha(first.as) : '';
  switch (first.kind) {
    case 'sameCommit':
      return t('On {0} as this very commit.', names);
    case 'dryRun':
      return t('On {0}: a dry run found nothing left to apply.', names);
    case 'reverted':
      return t('Missing on {0}: {1} was reverted there by {2}.', names, as, shortSha(first.by));
    case 'parts':
      return partsSentence(first, state, names);
    case 'patch':
      return t('On {0} as {1}, with the same changes.', names, as);
    case 'otherPatch':
    case 'patchUnread':
      return t('On {0} as {1}.', names, as);
    case 'pickLine':
      return second?.kind === 'patch'
        ? t('Picked to {0} as {1}, with the same changes.', names, as)
        : second?.kind === 'otherPatch'
          ? t('Picked to {0} as {1}, with other changes.', names, as)
          : t('Picked to {0} as {1}; the changes were not compared.', names, as);
    case 'mergeRequest': {
      const { reference } = first;
      return second?.kind === 'patch'
        ? t('On {0} as {1}: merge request {2}, with the same changes.', names, as, reference)
        : second?.kind === 'otherPatch'
          ? t('On {0} as {1}: merge request {2}, with other changes.', names, as, reference)
          : t('On {0} as {1}: merge request {2}; the changes were not compared.', names, as, reference);
    }
    case 'kept':
      return second?.kind === 'patch'
        ? t('On {0} as {1}, with the same changes.', names, as)
        : second?.kind === 'otherPatch'
          ? t('On {0} as {1}, by author, date and title, with other changes.', names, as)
          : t('Perhaps on {0} as {1}, by author, date and title; the changes were not compared.', names, as);
    case 'revert':
      return second?.kind === 'patch'
        ? t('On {0} as {1}, with the same changes.', names, as)
        : second?.kind === 'otherPatch'
          ? t('On {0} as {1}, which takes back the same commit, with other changes.', names, as)
          : t('Perhaps on {0} as {1}, which takes back the same commit; the changes were not compared.', names, as);
  }
};

const partsSentence = (
  { there, of }: Extract<Evidence, { kind: 'parts' }>,
  state: Presence['state'],
  names: string,
): string => {
  const { t } = vscode.l10n;
  if (state === 'missing') return t('Missing on {0}, which has {1} of its {2} commits.', names, there, of);
  if (state === 'unknown') return t('Unknown on {0}, which has {1} of its {2} commits.', names, there, of);
  return state === 'changed'
    ? t('On {0} by all its {1} commits, some with other changes.', names, of)
    : t('On {0} by all its {1} commits.', names, of);
};
