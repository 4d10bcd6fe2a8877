import type { FromReviewPage, ToReviewPage } from '../../../src/messages/reviewPage.ts';
import { provesAccessible, type PageSituation } from '../accessible.ts';
import { fullReview, reviewView, useReviewPages, type OpenedReview } from './reviewPages.ts';

const full: readonly ToReviewPage[] = [{ type: 'review', review: fullReview() }];
const press =
  (...keys: readonly string[]) =>
  async ({ page }: OpenedReview): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

const situations: readonly PageSituation<ToReviewPage, FromReviewPage>[] = [
  ['is loading', []],
  ['has failed', [{ type: 'failed', failure: { message: 'The server answered 502.', retryable: true } }]],
  ['has no drafts', [{ type: 'review', review: reviewView([]) }]],
  ['shows a review', full],
  ['is at a draft', full, press('j', 'j')],
  [
    'edits a draft that was changed elsewhere',
    full,
    async (opened) => {
      await press('j', 'e')(opened);
      await opened.send({ type: 'notSaved', id: 1, words: 'It was changed elsewhere.', theirs: 'Their words' });
    },
  ],
  ['asks before it publishes all', full, press('Shift+P')],
  ['asks before it publishes a draft with warnings', full, press('j', 'j', 'p')],
  ['asks before it deletes', full, press('j', 'd')],
  ['offers to undo', [...full, { type: 'deleted', undoKey: 1, what: 'Deleted the draft at Line 11.' }]],
  ['explains its keys', full, press('?')],
];

describe('accessibility of the review page', () => {
  provesAccessible(useReviewPages(), 'reviewPage', situations);
});
