import assert from 'node:assert/strict';
import { readOwnGroups } from '../../../src/model/iterations/groupSearch.ts';
import { lossyGraphql } from '../lossyGraphql.ts';

const never = new AbortController().signal;

describe('the groups iterations are chosen from', () => {
  const { connected } = lossyGraphql();

  it('are one’s own with the names of those above, before anything is searched for', async () => {
    const groups = await readOwnGroups(await connected('nothing'), never);
    assert.deepEqual(groups, [
      { name: 'Acme', path: 'acme' },
      { name: 'Acme / Field', path: 'acme/field' },
      { name: 'Acme / Field / Greenhouse', path: 'acme/field/greenhouse' },
      { name: 'Acme / Tools', path: 'acme/tools' },
    ]);
  });
});
