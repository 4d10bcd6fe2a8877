import assert from 'node:assert/strict';
import type { Page } from '../../src/client/pages.ts';
import { PagedList } from '../../src/model/pagedList.ts';

interface Asked {
  readonly page: number;
  readonly signal: AbortSignal;
  readonly answer: (page: Page<string>) => void;
  readonly fail: (error: Error) => void;
}

const listUnderTest = () => {
  const asked: Asked[] = [];
  let changes = 0;
  const list = new PagedList<string>(
    (page, signal) =>
      new Promise((answer, fail) => {
        asked.push({ page, signal, answer, fail });
      }),
    () => (changes += 1),
  );
  const last = (): Asked => asked.at(-1) ?? assert.fail('nothing was asked for');
  return { list, asked, last, changes: () => changes };
};

const page = (items: readonly string[], next?: number): Page<string> => ({ items, next, total: undefined });

describe('PagedList', () => {
  it('appends pages in order and ends with the last', async () => {
    const { list, last } = listUnderTest();
    const first = list.refresh();
    last().answer(page(['a', 'b'], 2));
    await first;
    assert.equal(list.state.more, true);
    const second = list.loadMore();
    assert.equal(last().page, 2);
    last().answer(page(['c']));
    await second;
    assert.deepEqual(list.state.items, ['a', 'b', 'c']);
    assert.equal(list.state.more, false);
  });

  it('ends at an empty page although the page before named it', async () => {
    const { list, last } = listUnderTest();
    const first = list.refresh();
    last().answer(page(['a'], 2));
    await first;
    const second = list.loadMore();
    last().answer(page([], 3));
    await second;
    assert.deepEqual([list.state.items, list.state.more], [['a'], false]);
  });

  it('keeps the old items while it loads anew, and when that fails', async () => {
    const { list, last } = listUnderTest();
    const first = list.refresh();
    last().answer(page(['a']));
    await first;
    const again = list.refresh();
    assert.deepEqual([list.state.items, list.state.phase, list.state.busy], [['a'], 'ready', true]);
    last().fail(new Error('no'));
    await again;
    assert.deepEqual([list.state.items, list.state.phase, list.state.isOld], [['a'], 'failed', true]);
  });

  it('does not look empty when the first page fails', async () => {
    const { list, last } = listUnderTest();
    const first = list.refresh();
    const error = new Error('no');
    last().fail(error);
    await first;
    assert.deepEqual([list.state.phase, list.state.error], ['failed', error]);
  });

  it('tries a failed page again', async () => {
    const { list, last } = listUnderTest();
    const first = list.refresh();
    last().answer(page(['a'], 2));
    await first;
    const failed = list.loadMore();
    last().fail(new Error('no'));
    await failed;
    assert.equal(list.state.isOld, false);
    const again = list.loadMore();
    assert.equal(last().page, 2);
    last().answer(page(['b']));
    await again;
    assert.deepEqual([list.state.items, list.state.phase], [['a', 'b'], 'ready']);
  });

  it('drops the answer of a load that a refresh has overtaken', async () => {
    const { list, asked, last } = listUnderTest();
    const slow = list.refresh();
    const quick = list.refresh();
    assert.equal(asked[0]?.signal.aborted, true);
    last().answer(page(['new']));
    asked[0]?.answer(page(['stale']));
    await Promise.all([slow, quick]);
    assert.deepEqual(list.state.items, ['new']);
  });

  it('asks for one page at a time', async () => {
    const { list, asked, last } = listUnderTest();
    const first = list.refresh();
    last().answer(page(['a'], 2));
    await first;
    const more = [list.loadMore(), list.loadMore(), list.loadMore()];
    assert.equal(asked.length, 2);
    last().answer(page(['b'], 3));
    await Promise.all(more);
    assert.deepEqual(list.state.items, ['a', 'b']);
  });

  it('aborts what is under way when it is disposed, and stays silent', async () => {
    const { list, last, changes } = listUnderTest();
    const first = list.refresh();
    const before = changes();
    list.dispose();
    assert.equal(last().signal.aborted, true);
    last().answer(page(['a']));
    await first;
    assert.equal(changes(), before);
  });
});
