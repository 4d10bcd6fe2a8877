import assert from 'node:assert/strict';
import { absoluteDate, relativeDate } from '../../../src/webview/elements/dates.ts';

describe('relativeDate', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const expected: readonly (readonly [at: string, words: string])[] = [
    ['2026-11-20T11:59:40Z', 'now'],
    ['2026-11-20T11:58:00Z', '2 minutes ago'],
    ['2026-11-20T09:59:00Z', '2 hours ago'],
    ['2026-11-19T12:00:00+02:00', 'yesterday'],
    ['2026-11-16T12:00:00Z', '4 days ago'],
    ['2026-11-01T12:00:00Z', '2 weeks ago'],
    ['2026-08-01T12:00:00Z', '3 months ago'],
    ['2024-11-01T12:00:00Z', '2 years ago'],
    ['2026-11-20T15:00:00Z', 'in 3 hours'],
  ];
  for (const [at, words] of expected) {
    it(`says ${words}`, () => assert.equal(relativeDate(at, now, 'en'), words));
  }

  it('does not make up a date', () => assert.equal(relativeDate('soon', now, 'en'), undefined));
});

describe('absoluteDate', () => {
  it('gives the date in full in the time zone of the reader', () => {
    const text = absoluteDate('2026-11-20T23:30:00-05:00', 'en', 'UTC');
    assert.match(text ?? '', /Saturday, November 21, 2026.*4:30:00\s?AM UTC/);
  });

  it('does not make up a date', () => assert.equal(absoluteDate('', 'en'), undefined));
});
