import assert from 'node:assert/strict';
import { activeFilters, filterParameters, isDate } from '../../src/model/commitFilter.ts';

describe('filterParameters', () => {
  it('includes the last day whole', () => {
    const { since, until } = filterParameters({ since: '2026-03-01', until: '2026-03-31' });
    assert.deepEqual([since, until], ['2026-03-01T00:00:00Z', '2026-03-31T23:59:59Z']);
  });

  it('turns a moment with an offset into UTC', () => {
    assert.equal(filterParameters({ since: '2026-03-01T10:00:00+02:00' }).since, '2026-03-01T08:00:00Z');
  });

  it('leaves the ref out when all branches are asked for', () => {
    const { ref_name, all } = filterParameters({ ref: 'main', all: true });
    assert.deepEqual([ref_name, all], [undefined, true]);
  });
});

describe('isDate', () => {
  for (const text of ['2026-03-31', '2024-02-29', '2026-03-31T09:00:00Z', '2026-03-31T09:00+02:00']) {
    it(`takes ${text}`, () => assert.equal(isDate(text), true));
  }
  for (const text of ['', 'yesterday', '31.03.2026', '2026-13-01', '2026-02-30', '2025-02-29', '2026-3-1']) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(isDate(text), false));
  }
});

describe('activeFilters', () => {
  it('names what narrows, not what is at its default', () => {
    assert.deepEqual(activeFilters({ ref: 'main', all: false, order: 'default', trailers: true }), ['ref', 'trailers']);
  });
});
