import assert from 'node:assert/strict';
import { nextPage, totalItems } from '../../src/client/pages.ts';

const link = (...relations: readonly [string, string][]): Record<string, string> => ({
  link: relations.map(([rel, address]) => `<${address}>; rel="${rel}"`).join(', '),
});

const list = 'https://gitlab.example.com/api/v4/projects/1/repository/commits';
const others: readonly [string, string][] = [
  ['prev', `${list}?page=1&per_page=20`],
  ['first', `${list}?page=1&per_page=20`],
  ['last', `${list}?page=9&per_page=20`],
];
const cursor = 'https://elsewhere.example.com/list?cursor=abc';

describe('nextPage', () => {
  for (const [what, headers, page, next] of [
    ['is the number in X-Next-Page', { 'x-next-page': '2' }, 1, 2],
    ['ends where X-Next-Page is empty', { 'x-next-page': '', ...link(['next', `${list}?page=2`]) }, 1, undefined],
    ['ends where the server says nothing', {}, 1, undefined],
    ['ends where X-Next-Page points to itself', { 'x-next-page': '3' }, 3, undefined],
    ['ends where X-Next-Page points backwards', { 'x-next-page': '2' }, 3, undefined],
    ['ends where X-Next-Page is zero', { 'x-next-page': '0' }, 3, undefined],
    ['ends where X-Next-Page is negative', { 'x-next-page': '-1' }, 3, undefined],
    ['ends where X-Next-Page is no number', { 'x-next-page': 'next' }, 3, undefined],
    ['ends where X-Next-Page is a fraction', { 'x-next-page': '3.5' }, 3, undefined],
    ['ends where X-Next-Page is beyond exact numbers', { 'x-next-page': '99999999999999999999' }, 3, undefined],
    ['is the page of rel="next" among the others', link(...others, ['next', `${list}?id=1&page=3&per_page=20`]), 2, 3],
    ['does not take per_page for the page', link(['next', `${list}?per_page=50&page=4`]), 3, 4],
    ['ends with per_page alone', link(['next', `${list}?per_page=50`]), 3, undefined],
    ['does not take a page out of another parameter', link(['next', `${list}?path=a%26page%3D7&page=2`]), 1, 2],
    ['ends without rel="next"', link(...others), 1, undefined],
    ['ends with a relation that only begins so', link(['nextish', `${list}?page=2`]), 1, undefined],
    ['reads rel without quotes', { link: `<${list}?page=2>; title="more"; rel=next` }, 1, 2],
    ['reads rel in any case', { link: `<${list}?page=2>;REL="NEXT"` }, 1, 2],
    ['ends where rel="next" leads to itself', link(['next', `${list}?page=2`]), 2, undefined],
    ['ends where rel="next" leads back', link(['next', `${list}?page=1`]), 2, undefined],
    ['ends with a keyset address without a number', link(['next', cursor]), 1, undefined],
  ] as const)
    it(what, () => assert.equal(nextPage(headers, page), next));
});

describe('totalItems', () => {
  it('is X-Total, and undefined where the server does not count or the header is broken', () => {
    const totals = ['0', '10000', undefined, '', 'many'].map((total) =>
      totalItems(total === undefined ? {} : { 'x-total': total }),
    );
    assert.deepEqual(totals, [0, 10_000, undefined, undefined, undefined]);
  });
});
