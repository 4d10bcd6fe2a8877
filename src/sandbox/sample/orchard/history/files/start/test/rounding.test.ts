import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounded } from '../src/text/rounding.ts';

test('a half goes to the even neighbour', () => {
  assert.equal(rounded(2.5), 2);
  assert.equal(rounded(3.5), 4);
});
