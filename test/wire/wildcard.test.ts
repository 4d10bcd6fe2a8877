import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchesWildcard } from '../../src/wire/wildcard.ts';

/** Reference implementation, exponential in the number of `*`. */
const slowlyMatches = (pattern: string, text: string, single?: string): boolean => {
  const [sign, rest] = [pattern[0], pattern.slice(1)];
  if (sign === undefined) return text === '';
  if (sign === '*')
    return slowlyMatches(rest, text, single) || (text !== '' && slowlyMatches(pattern, text.slice(1), single));
  return (sign === text[0] || (sign === single && text !== '')) && slowlyMatches(rest, text.slice(1), single);
};

describe('wildcards', () => {
  const words = (unit: string): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...unit), maxLength: 9, size: 'max' });

  for (const single of [undefined, '?']) {
    it(`match what ${single === undefined ? '*' : '* and ?'} can stand for, and nothing else`, () => {
      fc.assert(
        fc.property(words('*?ab/'), words('ab/?'), (pattern, text) => {
          assert.equal(matchesWildcard(pattern, text, single), slowlyMatches(pattern, text, single));
        }),
        { numRuns: 5_000 },
      );
    });
  }

  it('take other signs as they are, and letters in the case they have', () => {
    assert.equal(matchesWildcard('main', 'Main'), false);
    assert.equal(matchesWildcard('a.b', 'axb'), false);
    assert.equal(matchesWildcard('fix(1)*', 'fix(1)-a'), true);
    assert.equal(matchesWildcard('a+*', 'aa'), false);
  });
});
