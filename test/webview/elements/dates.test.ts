import assert from 'node:assert/strict';
import { absoluteDate, shortTime } from '../../../src/webview/elements/dates.ts';

describe('absoluteDate', () => {
  it('gives the date in full in the time zone of the reader', () => {
    const text = absoluteDate('2026-11-20T23:30:00-05:00', 'en', 'UTC');
    assert.match(text ?? '', /Saturday, November 21, 2026.*4:30:00\s?AM UTC/);
  });

  it('does not make up a date', () => assert.equal(absoluteDate('', 'en'), undefined));
});

it('shortTime has a date where it is not of today', () => {
  assert.match(shortTime(Date.now(), 'en'), /^\d\d:\d\d\s[AP]M$/);
  assert.match(shortTime(Date.UTC(2026, 0, 5, 12), 'en'), /^1\/5\/26, \d?\d:00\s[AP]M$/);
});
