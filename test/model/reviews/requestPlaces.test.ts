import assert from 'node:assert/strict';
import { type ListOfRequests, requestPlaces, waitingForViewer } from '../../../src/model/reviews/requestPlaces.ts';

const reviewed = (state: string, username = 'maya') => [{ id: '1', name: username, username, state }];
const requests = (...keys: readonly string[]) => keys.map((key) => ({ key }));
const shown = (...lists: readonly ListOfRequests[]) => {
  const places = requestPlaces(lists, 'maya');
  const words = [...places].map(([key, { name, others }]) => [key, name, ...others].join(' '));
  return { words, waiting: waitingForViewer(places) };
};

describe('the places of merge requests', () => {
  it('are one for each, the first in order, and count own ones whose changes are requested', () => {
    const { words, waiting } = shown(
      { name: 'branch', requests: requests('5') },
      { name: 'review', requests: requests('7', '5') },
      { name: 'mine', requests: [{ key: '5', reviewers: reviewed('REQUESTED_CHANGES', 'deniz') }, { key: '9' }] },
      { name: 'open', requests: requests('5', '7', '9', '3') },
    );
    assert.deepEqual(words, ['5 branch review mine open', '7 review open', '9 mine open', '3 open']);
    assert.deepEqual(waiting, { review: 2, changes: 1 });
  });

  it('are with the author once the viewer has approved, requested changes or reviewed, until asked again', () => {
    for (const state of ['APPROVED', 'REQUESTED_CHANGES', 'REVIEWED', 'UNREVIEWED', 'REVIEW_STARTED', 'UNAPPROVED']) {
      const isDone = /^(APPROVED|REQUESTED_CHANGES|REVIEWED)$/.test(state);
      const { words, waiting } = shown({ name: 'review', requests: [{ key: '7', reviewers: reviewed(state) }] });
      assert.deepEqual([words, waiting.review], [[isDone ? '7 waiting' : '7 review'], isDone ? 0 : 1], state);
    }
  });
});
