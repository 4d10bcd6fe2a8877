import assert from 'node:assert/strict';
import { nextPage, totalItems } from '../../src/client/pages.ts';

const link = (...relations: readonly [string, string][]): Record<string, string> => ({
  link: relations.map(([rel, address]) => `<${address}>; rel="${rel}"`).join(', '),
});

const list = 'https://gitlab.example.com/api/v4/projects/1/repository/commits';

describe('nextPage', () => {
  it('is the number in X-Next-Page', () => {
    assert.equal(nextPage({ 'x-next-page': '2' }, 1), 2);
  });

  it('is undefined on the last page, where X-Next-Page is empty', () => {
    assert.equal(nextPage({ 'x-next-page': '', ...link(['next', `${list}?page=2`]) }, 1), undefined);
  });

  it('is undefined when the server says nothing', () => {
    assert.equal(nextPage({}, 1), undefined);
  });

  for (const [what, value] of [
    ['points to itself', '3'],
    ['points backwards', '2'],
    ['is zero', '0'],
    ['is negative', '-1'],
    ['is no number', 'next'],
    ['is a fraction', '3.5'],
    ['is beyond exact numbers', '99999999999999999999'],
  ] as const) {
    it(`is undefined when X-Next-Page ${what}`, () => {
      assert.equal(nextPage({ 'x-next-page': value }, 3), undefined);
    });
  }

  describe('from Link, when X-Next-Page is missing', () => {
    it('is the page of rel="next" among the others', () => {
      const headers = link(
        ['prev', `${list}?page=1&per_page=20`],
        ['next', `${list}?id=1&page=3&per_page=20`],
        ['first', `${list}?page=1&per_page=20`],
        ['last', `${list}?page=9&per_page=20`],
      );
      assert.equal(nextPage(headers, 2), 3);
    });

    it('does not take per_page for the page', () => {
      assert.equal(nextPage(link(['next', `${list}?per_page=50&page=4`]), 3), 4);
      assert.equal(nextPage(link(['next', `${list}?per_page=50`]), 3), undefined);
    });

    it('does not take a page out of another parameter', () => {
      assert.equal(nextPage(link(['next', `${list}?path=a%26page%3D7&page=2`]), 1), 2);
    });

    it('is undefined without rel="next"', () => {
      assert.equal(nextPage(link(['first', `${list}?page=1`], ['last', `${list}?page=9`]), 1), undefined);
      assert.equal(nextPage(link(['nextish', `${list}?page=2`]), 1), undefined);
    });

    it('reads the relation among other attributes, without quotes and in any case', () => {
      assert.equal(nextPage({ link: `<${list}?page=2>; title="more"; rel=next` }, 1), 2);
      assert.equal(nextPage({ link: `<${list}?page=2>;REL="NEXT"` }, 1), 2);
    });

    it('is undefined when it does not lead forward', () => {
      assert.equal(nextPage(link(['next', `${list}?page=2`]), 2), undefined);
      assert.equal(nextPage(link(['next', `${list}?page=1`]), 2), undefined);
    });

    it('is only the number: keyset addresses without one are the end', () => {
      assert.equal(nextPage(link(['next', 'https://elsewhere.example.com/list?cursor=abc']), 1), undefined);
    });
  });
});

describe('totalItems', () => {
  it('is X-Total', () => {
    assert.equal(totalItems({ 'x-total': '0' }), 0);
    assert.equal(totalItems({ 'x-total': '10000' }), 10_000);
  });

  it('is undefined where the server does not count or the header is broken', () => {
    assert.equal(totalItems({}), undefined);
    assert.equal(totalItems({ 'x-total': '' }), undefined);
    assert.equal(totalItems({ 'x-total': 'many' }), undefined);
  });
});
