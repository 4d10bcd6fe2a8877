import assert from 'node:assert/strict';
import { titleAs } from '../../../src/model/mergeRequests/writing.ts';

describe('the title of a draft', () => {
  for (const [title, draft, ready] of [
    ['Ripen', 'Draft: Ripen', 'Ripen'],
    ['Draft: Ripen', 'Draft: Ripen', 'Ripen'],
    ['[Draft] Draft: Ripen', 'Draft: Ripen', 'Ripen'],
    ['(draft) Drafty windows', 'Draft: Drafty windows', 'Drafty windows'],
    ['Drafty windows', 'Draft: Drafty windows', 'Drafty windows'],
  ] as const) {
    it(`is made of “${title}”`, () =>
      assert.deepEqual([titleAs(title, 'draft'), titleAs(title, 'ready')], [draft, ready]));
  }
});
