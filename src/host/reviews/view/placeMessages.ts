import * as vscode from '../../vscode.ts';
import type { PlaceName, RequestPlace } from '../../../model/reviews/requestPlaces.ts';

/** Reasons besides its group, and the state of the review. */
export const placeMessages = (
  {
    place,
    kept,
    drafts = 0,
  }: { readonly place?: RequestPlace | undefined; readonly kept: number; readonly drafts: number | undefined },
  isSearch: boolean,
): readonly string[] => {
  if (place === undefined) return [];
  const { t } = vscode.l10n;
  const messages: Readonly<Partial<Record<PlaceName, string>>> = {
    branch: t('current branch'),
    upstream: t('current branch'),
    review: t('review requested'),
    waiting: t('waiting for the author'),
    ...(drafts === 0 ? { inReview: t('in review by me') } : {}),
    mine: t('created by me'),
    ...(kept === 0 ? { unsaved: t('unsaved') } : {}),
  };
  const own =
    place.state === 'APPROVED'
      ? t('approved by me')
      : place.state === 'REQUESTED_CHANGES'
        ? t('changes requested by me')
        : undefined;
  const others = isSearch ? [place.name, ...place.others] : place.others;
  const all = [place.isReturned ? t('changes requested') : own, ...others.map((each) => messages[each])];
  return [...new Set(all.filter((each) => each !== undefined))];
};
