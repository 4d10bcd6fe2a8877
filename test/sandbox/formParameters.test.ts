import assert from 'node:assert/strict';
import { nestedParameters } from '../../src/sandbox/formParameters.ts';

const nested = (query: string): unknown => nestedParameters(new URLSearchParams(query));

describe('form parameters', () => {
  it('nest lists and records as Rails does', () => {
    assert.deepEqual(nested('a[]=1&a[]=2&h[k]=v&h[l][m]=w&plain=x'), {
      a: ['1', '2'],
      h: { k: 'v', l: { m: 'w' } },
      plain: 'x',
    });
  });

  it('begin the next element where a member repeats', () => {
    assert.deepEqual(nested('a[][x]=1&a[][y]=2&a[][x]=3&a[][y]=4&a[][y]=5'), {
      a: [{ x: '1', y: '2' }, { x: '3', y: '4' }, { y: '5' }],
    });
  });

  it('nest records within the elements of a list', () => {
    assert.deepEqual(nested('a[][p][x]=1&a[][p][y]=2&a[][p][x]=3'), {
      a: [{ p: { x: '1', y: '2' } }, { p: { x: '3' } }],
    });
  });

  it('keep names that only look like nesting', () => {
    assert.deepEqual(nested('a[=1&]b=2&c]=3'), { 'a[': '1', ']b': '2', 'c]': '3' });
  });

  it('take the last value of a plain name, and keep names of prototypes as data', () => {
    assert.deepEqual(nested('a=1&a=2'), { a: '2' });
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
    assert.deepEqual(Object.entries(nested('__proto__[x]=1') as object), [['__proto__', { x: '1' }]]);
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
  });

  it('are refused where they nest deeper than Rack does', () => {
    assert.throws(() => nested(`a${'[b]'.repeat(40)}=1`), { message: 'refused with 400' });
  });
});
