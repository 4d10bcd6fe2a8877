import assert from 'node:assert/strict';
import { BoundedList, type PageAt } from '../../../src/model/commits/boundedList.ts';

/** Pages of `perPage` numbers; holds at most `most`. */
const numbers = (length: number, { perPage = 2, most = 4 } = {}) => {
  const asked: number[] = [];
  const server = { length, offset: 0, failing: false };
  const load = async (page: number): Promise<PageAt<number, number>> => {
    asked.push(page);
    await Promise.resolve();
    if (server.failing) throw new Error('no');
    const start = (page - 1) * perPage;
    const items = Array.from({ length: perPage }, (_, index) => start + index - server.offset)
      .filter((item) => item < server.length)
      .map((item) => item + 1);
    // like real servers a full page promises another
    return { items, next: items.length === perPage ? page + 1 : undefined };
  };
  const list = new BoundedList<number, number>({ first: 1, most, load, keyOf: String, changed: () => {} });
  return { list, asked, server };
};

describe('BoundedList', () => {
  it('appends pages until it holds as many as it may, then offers the next sheet', async () => {
    const { list } = numbers(9);
    await list.refresh();
    assert.deepEqual([list.state.items, list.state.after], [[1, 2], 'page']);
    await list.loadMore();
    assert.deepEqual([list.state.items, list.state.after], [[1, 2, 3, 4], 'sheet']);
    await list.loadMore();
    assert.deepEqual(list.state.items, [1, 2, 3, 4]);
  });

  it('shows the next sheet in place of the one before, and that one again', async () => {
    const { list } = numbers(9);
    await list.refresh();
    await list.loadMore();
    await list.later();
    assert.deepEqual([list.state.items, list.state.before, list.state.after], [[5, 6], 4, 'page']);
    await list.loadMore();
    await list.later();
    assert.deepEqual([list.state.items, list.state.before, list.state.after], [[9], 8, undefined]);
    await list.earlier();
    assert.deepEqual([list.state.items, list.state.before], [[5, 6], 4]);
    await list.earlier();
    assert.deepEqual([list.state.items, list.state.before], [[1, 2], 0]);
    await list.earlier();
    assert.deepEqual(list.state.items, [1, 2]);
  });

  it('never holds more than it may, however far it is turned', async () => {
    const { list } = numbers(1000, { perPage: 10, most: 30 });
    await list.refresh();
    let seen = 0;
    for (;;) {
      while (list.state.after === 'page') await list.loadMore();
      assert.ok(list.state.items.length <= 30);
      seen += list.state.items.length;
      if (list.state.after !== 'sheet') break;
      await list.later();
    }
    assert.equal(seen, 1000);
  });

  it('shows an item once that comes twice because the list has grown', async () => {
    const { list, server } = numbers(20, { most: 40 });
    await list.refresh();
    server.offset = 1;
    await list.loadMore();
    assert.deepEqual(list.state.items, [1, 2, 3]);
    server.offset = 2;
    await list.loadMore();
    assert.deepEqual(list.state.items, [1, 2, 3, 4]);
  });

  it('goes on past a page that brings nothing new', async () => {
    const { list, server, asked } = numbers(20, { most: 40 });
    await list.refresh();
    server.offset = 2;
    await list.loadMore();
    assert.deepEqual(
      [list.state.items, asked],
      [
        [1, 2, 3, 4],
        [1, 2, 3],
      ],
    );
  });

  it('loads anew as far as it was shown, in one step', async () => {
    const { list, server } = numbers(20, { most: 40 });
    await list.refresh();
    await list.loadMore();
    server.length = 3;
    const again = list.refresh();
    assert.deepEqual(list.state.items, [1, 2, 3, 4]);
    await again;
    assert.deepEqual([list.state.items, list.state.after], [[1, 2, 3], undefined]);
  });

  it('keeps what it has when a page fails, and loadMore tries that page again', async () => {
    const { list, server, asked } = numbers(9);
    await list.refresh();
    server.failing = true;
    await list.loadMore();
    assert.deepEqual([list.state.items, list.state.phase], [[1, 2], 'failed']);
    server.failing = false;
    await list.loadMore();
    assert.deepEqual([list.state.items, list.state.phase, asked], [[1, 2, 3, 4], 'ready', [1, 2, 2]]);
  });

  it('stays on its sheet when the next one fails', async () => {
    const { list, server } = numbers(9);
    await list.refresh();
    await list.loadMore();
    server.failing = true;
    await list.later();
    assert.deepEqual([list.state.items, list.state.before, list.state.phase], [[1, 2, 3, 4], 0, 'failed']);
    server.failing = false;
    await list.loadMore();
    assert.deepEqual([list.state.items, list.state.before], [[5, 6], 4]);
  });

  it('drops an answer that was overtaken', async () => {
    const answers: ((page: PageAt<string, number>) => void)[] = [];
    const list = new BoundedList<string, number>({
      first: 1,
      most: 10,
      load: () => new Promise((resolve) => answers.push(resolve)),
      keyOf: (item) => item,
      changed: () => {},
    });
    const first = list.refresh();
    const second = list.refresh();
    answers[1]?.({ items: ['new'], next: undefined });
    await second;
    answers[0]?.({ items: ['old'], next: undefined });
    await first;
    assert.deepEqual(list.state.items, ['new']);
  });

  it('says nothing once it is disposed', async () => {
    const { list } = numbers(9);
    const loading = list.refresh();
    list.dispose();
    await loading;
    assert.deepEqual([list.state.items, list.state.phase], [[], 'loading']);
  });
});
