import assert from 'node:assert/strict';
import { byteSize, relativeDate } from '../../src/messages/formats.ts';

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

  it('speaks the language of the reader', () => {
    assert.equal(relativeDate('2026-11-19T12:00:00Z', now, 'de'), 'gestern');
  });

  it('does not make up a date', () => assert.equal(relativeDate('soon', now, 'en'), undefined));
});

describe('byteSize', () => {
  const expected: readonly (readonly [bytes: number, words: string])[] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [1_234, '1.2 kB'],
    [360_400, '360 kB'],
    [2_000_000, '2 MB'],
    [5_368_709_120, '5.4 GB'],
    [3e15, '3,000 TB'],
  ];
  for (const [bytes, words] of expected) {
    it(`says ${words}`, () => assert.equal(byteSize(bytes, 'en'), words));
  }

  it('speaks the language of the reader', () => assert.equal(byteSize(1_234, 'de'), '1,2 kB'));
});
