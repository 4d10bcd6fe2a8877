import type { FromMergeRequestPage, ToMergeRequestPage } from '../../../../src/messages/mergeRequestPage.ts';
import { provesAccessible, type PageSituation } from '../../accessible.ts';
import { type OpenedRequest, useRequestPages } from '../mergeRequestPages.ts';
import { fullReview, reviewView, shown, unread } from './reviewPages.ts';

const full = shown(fullReview());
const press =
  (...keys: readonly string[]) =>
  async ({ page }: OpenedRequest): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

const situations: readonly PageSituation<ToMergeRequestPage, FromMergeRequestPage>[] = [
  ['is loading', unread],
  [
    'has failed',
    [...unread, { type: 'reviewFailed', failure: { message: 'The server answered 502.', retryable: true } }],
  ],
  ['has no drafts', shown(reviewView([]))],
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
];

describe('accessibility of the review on the page of a merge request', () => {
  provesAccessible(useRequestPages(), 'submitReview', situations);
});
