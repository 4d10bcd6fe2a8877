import assert from 'node:assert/strict';
import { absoluteDate } from '../../../src/webview/elements/dates.ts';

describe('absoluteDate', () => {
  it('gives the date in full in the time zone of the reader', () => {
    const text = absoluteDate('2026-11-20T23:30:00-05:00', 'en', 'UTC');
    assert.match(text ?? '', /Saturday, November 21, 2026.*4:30:00\s?AM UTC/);
  });

  it('does not make up a date', () => assert.equal(absoluteDate('', 'en'), undefined));
});
