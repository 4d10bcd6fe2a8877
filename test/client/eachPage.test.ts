import assert from 'node:assert/strict';
import { eachPage, EndlessList, everyItem } from '../../src/client/eachPage.ts';
import { isCancelled } from '../../src/client/errors.ts';
import type { Page } from '../../src/client/pages.ts';
import { listCommits } from '../../src/wire/commits.ts';
import { answerJson, connect, failureOf } from './connect.ts';
import { type Answering, loopback } from './loopback.ts';
import { wireCommit } from './samples.ts';

/** Pages of these sizes; a full page promises another. */
const pagesOf =
  (...counts: readonly number[]): Answering =>
  ({ target }, response) => {
    const page = Number(new URL(target, 'http://x').searchParams.get('page'));
    const count = counts[page - 1] ?? 0;
    const headers = { 'x-next-page': count > 0 ? `${page + 1}` : '' };
    answerJson(response, Array(count).fill(wireCommit()), { headers });
  };

describe('eachPage', () => {
  const net = loopback();

  const counted = async (answering: Answering): Promise<readonly number[]> => {
    const server = await net.serve(answering);
    const counts: number[] = [];
    for await (const page of eachPage(connect(net, server.origin).client, listCommits, { id: 1 })) {
      counts.push(page.items.length);
    }
    return counts;
  };

  it('gives every page to the end and not the empty one that a full page promises', async () => {
    assert.deepEqual(await counted(pagesOf(2, 2, 1)), [2, 2, 1]);
  });

  it('gives the empty page of an empty list', async () => {
    assert.deepEqual(await counted(pagesOf(0)), [0]);
  });

  it('ends where a server gives the same page again and again', async () => {
    const same: Answering = (_, response) => answerJson(response, [wireCommit()], { headers: { 'x-next-page': '2' } });
    assert.deepEqual(await counted(same), [1, 1]);
  });

  it('keeps the other parameters on every page and asks no further than it is read', async () => {
    const server = await net.serve(pagesOf(2, 2, 2, 2));
    const { client } = connect(net, server.origin);
    const pages = eachPage(client, listCommits, { id: 1, ref_name: 'a/b', per_page: 2 });
    await pages.next();
    await pages.next();
    await pages.return(undefined);
    assert.deepEqual(
      server.received.map(({ target }) => target.split('?')[1]),
      ['ref_name=a%2Fb&page=1&per_page=2', 'ref_name=a%2Fb&page=2&per_page=2'],
    );
  });

  it('ends in the error of the page that failed', async () => {
    const server = await net.serve((request, response) => {
      if (request.target.includes('page=2')) response.writeHead(404).end();
      else pagesOf(1)(request, response);
    });
    const pages = eachPage(connect(net, server.origin).client, listCommits, { id: 1 });
    assert.equal((await pages.next()).done, false);
    assert.equal((await failureOf(pages.next())).facts.failure, 'notFound');
  });

  it('asks for pages ahead where the server counts them, each once, and gives them in their order', async () => {
    const waiting: (() => void)[] = [];
    const server = await net.serve(({ target }, response) => {
      const page = Number(new URL(target, 'http://x').searchParams.get('page'));
      const headers = { 'x-next-page': page < 5 ? `${page + 1}` : '', 'x-total': '9' };
      const items = Array(page < 5 ? 2 : 1).fill({ ...wireCommit(), title: `page ${page}` });
      waiting.push(() => answerJson(response, items, { headers }));
      // concurrent pages are answered in reverse
      if (page === 1 || waiting.length === 2) for (const answer of waiting.splice(0).toReversed()) answer();
    });
    const { client } = connect(net, server.origin);
    const titles: string[] = [];
    for await (const { items } of eachPage(client, listCommits, { id: 1 }, { ahead: 2 })) {
      titles.push(items[0]?.title ?? '');
    }
    assert.deepEqual(titles, ['page 1', 'page 2', 'page 3', 'page 4', 'page 5']);
    assert.equal(server.received.length, 5);
  });

  it('ends in the error of a page that was asked for ahead, and asks for none beyond', async () => {
    const server = await net.serve(({ target }, response) => {
      const page = Number(new URL(target, 'http://x').searchParams.get('page'));
      const headers = { 'x-next-page': `${page + 1}`, 'x-total': '9' };
      if (page > 1) response.writeHead(404).end();
      else answerJson(response, [wireCommit()], { headers });
    });
    const pages = eachPage(connect(net, server.origin).client, listCommits, { id: 1 }, { ahead: 2 });
    await pages.next();
    assert.equal((await failureOf(pages.next())).facts.failure, 'notFound');
    assert.ok(server.received.every(({ target }) => /page=[123]\b/.test(target)));
  });

  it('passes the signal on', async () => {
    const server = await net.serve(pagesOf(1));
    const options = { signal: AbortSignal.abort() };
    const pages = eachPage(connect(net, server.origin).client, listCommits, { id: 1 }, options);
    assert.ok(isCancelled(await failureOf(pages.next())));
  });
});

describe('everyItem', () => {
  async function* pagesUpTo(last: number): AsyncGenerator<Page<number>> {
    for (let number = 1; number <= last; number += 1) yield { items: [number], next: number + 1, total: undefined };
  }

  it('gives the items of all pages in their order', async () => {
    assert.deepEqual(await everyItem(pagesUpTo(3)), [1, 2, 3]);
  });

  it('gives a list up that goes on and on', async () => {
    let asked = 0;
    const counted = async function* (): AsyncGenerator<Page<number>> {
      for await (const page of pagesUpTo(Number.POSITIVE_INFINITY)) {
        asked += 1;
        yield page;
      }
    };
    await assert.rejects(everyItem(counted()), EndlessList);
    assert.equal(asked, 1_001);
  });
});
