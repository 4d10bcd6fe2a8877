import assert from 'node:assert/strict';
import { dateOf } from '../../src/model/dates.ts';

describe('a date to filter by', () => {
  const now = new Date(2026, 2, 31, 12, 0, 0);

  for (const [text, date] of [
    ['2026-03-01', '2026-03-01'],
    ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00Z'],
    ['today', '2026-03-31'],
    ['Yesterday', '2026-03-30'],
    ['3 days ago', '2026-03-28'],
    ['a week ago', '2026-03-24'],
    ['last week', '2026-03-24'],
    ['2 months ago', '2026-01-31'],
    // clamped to the month's last day
    ['last month', '2026-02-28'],
    ['1 year ago', '2025-03-31'],
    ['10 years ago', '2016-03-31'],
  ] as const) {
    it(`may be “${text}”`, () => {
      assert.equal(dateOf(text, now), date);
    });
  }

  it('may be an hour ago, which is a moment', () => {
    assert.equal(dateOf('2 hours ago', now), `${new Date(now.getTime() - 7_200_000).toISOString().slice(0, 19)}Z`);
  });

  for (const text of [
    '',
    'soon',
    'ago',
    '5 ago',
    '2 moons ago',
    'last hour',
    '2026-02-30',
    '99999 days ago',
    '-1 days ago',
  ]) {
    it(`is not “${text}”`, () => {
      assert.equal(dateOf(text, now), undefined);
    });
  }
});
