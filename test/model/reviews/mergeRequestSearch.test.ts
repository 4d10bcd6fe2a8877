import assert from 'node:assert/strict';
import { hasOtherState, searchedFor } from '../../../src/model/reviews/mergeRequestSearch.ts';

describe('the search for merge requests', () => {
  it('looks for words among open ones', () => {
    assert.deepEqual(searchedFor('ripe fruit'), {
      state: 'opened',
      author_username: undefined,
      labels: undefined,
      search: 'ripe fruit',
    });
  });

  it('takes an author, labels, also with spaces, and a state out of the words', () => {
    assert.deepEqual(searchedFor('state:merged author:@olive ripe label:data label:"needs review"'), {
      state: 'merged',
      author_username: 'olive',
      labels: 'data,needs review',
      search: 'ripe',
    });
  });

  it('knows a state that there is not', () => {
    assert.deepEqual(['state:ready', 'state:all ripe', 'restate'].map(hasOtherState), [true, false, false]);
  });
});
