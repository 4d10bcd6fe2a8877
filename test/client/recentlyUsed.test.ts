import assert from 'node:assert/strict';
import { RecentlyUsed } from '../../src/client/recentlyUsed.ts';

describe('RecentlyUsed', () => {
  it('drops what was used longest ago when its weight is passed', () => {
    const kept = new RecentlyUsed<string>(10);
    kept.set('a', 'A', 4);
    kept.set('b', 'B', 4);
    kept.get('a');
    kept.set('c', 'C', 4);
    assert.deepEqual([kept.get('a'), kept.get('b'), kept.get('c')], ['A', undefined, 'C']);
  });

  it('counts a replaced value once', () => {
    const kept = new RecentlyUsed<string>(10);
    kept.set('a', 'A', 6);
    kept.set('a', 'AA', 6);
    kept.set('b', 'B', 4);
    assert.deepEqual([kept.get('a'), kept.get('b')], ['AA', 'B']);
  });

  it('does not keep what is heavier than everything it may hold', () => {
    const kept = new RecentlyUsed<string>(10);
    kept.set('a', 'A', 11);
    assert.equal(kept.get('a'), undefined);
  });
});
