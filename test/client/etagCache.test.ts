import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createClient } from '../../src/client/client.ts';
import type { Page } from '../../src/client/pages.ts';
import { cherryPickCommit, listCommits } from '../../src/wire/commits.ts';
import { getUser } from '../../src/wire/instance.ts';
import { getRawFile } from '../../src/wire/projects.ts';
import { answerJson, connect, failureOf } from './connect.ts';
import { loopback, type LoopbackServer } from './loopback.ts';
import { pick, wireCommit, wireUser } from './samples.ts';

const etag = 'W/"one"';

describe('reads of what was read before', () => {
  const net = loopback();

  /** JSON with an ETag, or 304; `paging` makes the headers. */
  const serving = (
    value: unknown,
    paging: (index: number, status: number) => Record<string, string> = () => ({}),
  ): Promise<LoopbackServer> => {
    let answers = 0;
    return net.serve(({ headers }: { readonly headers: IncomingHttpHeaders }, response: ServerResponse) => {
      const status = headers['if-none-match'] === etag ? 304 : 200;
      const more = paging((answers += 1), status);
      if (status === 304) response.writeHead(304, { etag, ...more }).end();
      else answerJson(response, value, { headers: { etag, ...more } });
    });
  };
  const conditions = ({ received }: LoopbackServer): (string | undefined)[] =>
    received.map(({ headers }) => headers['if-none-match']);

  it('take the server’s word that nothing has changed', async () => {
    const server = await serving(wireUser);
    const { client, records } = connect(net, server.origin);
    for (let count = 0; count < 3; count += 1) assert.deepEqual(await client.send(getUser, {}), wireUser);
    assert.deepEqual(conditions(server), [undefined, etag, etag]);
    assert.deepEqual(
      records.map(({ result }) => result),
      [200, 304, 304],
    );
  });

  it('give what is new', async () => {
    let name = 'one';
    const server = await net.serve((_, response) =>
      answerJson(response, { ...wireUser, name }, { headers: { etag: `W/"${name}"` } }),
    );
    const { client } = connect(net, server.origin);
    await client.send(getUser, {});
    name = 'two';
    assert.equal((await client.send(getUser, {})).name, 'two');
    await client.send(getUser, {});
    assert.deepEqual(conditions(server), [undefined, 'W/"one"', 'W/"two"']);
  });

  it('take from each answer where a list goes on: the ETag of a page says nothing of the others', async () => {
    const server = await serving([wireCommit()], (index) => ({
      'x-next-page': index === 1 ? '' : '2',
      'x-total': String(index),
    }));
    const { client } = connect(net, server.origin);
    const read = (): Promise<Page<unknown>> => client.send(listCommits, { id: 1 });
    const first = await read();
    const second = await read();
    assert.deepEqual([first.next, first.total], [undefined, 1]);
    assert.deepEqual([second.next, second.total], [2, 2]);
    assert.equal(second.items, first.items);
    assert.equal(server.received.length, 2);
  });

  it('read a page whole where its 304 no longer says how the list goes on', async () => {
    const server = await serving([wireCommit()], (_, status) => (status === 304 ? {} : { 'x-next-page': '2' }));
    const { client } = connect(net, server.origin);
    const read = (): Promise<Page<unknown>> => client.send(listCommits, { id: 1 });
    await read();
    assert.equal((await read()).next, 2);
    assert.deepEqual(conditions(server), [undefined, etag, undefined]);
  });

  it('ask anew for another address, another token, files and writes', async () => {
    const server = await serving([wireCommit()]);
    let token = 'one';
    const { transport, client: other } = connect(net, server.origin);
    const client = createClient({ baseUrl: server.origin, token: async () => token, transport: async () => transport });
    await client.send(listCommits, { id: 1 });
    await client.send(listCommits, { id: 2 });
    await other.send(listCommits, { id: 1 });
    token = 'two';
    await client.send(listCommits, { id: 1 });
    const file = { id: 1, file_path: 'a', ref: 'main' };
    for (let count = 0; count < 2; count += 1) await client.send(getRawFile, file);
    for (let count = 0; count < 2; count += 1) await client.send(cherryPickCommit, pick).catch(() => undefined);
    assert.deepEqual(new Set(conditions(server)), new Set([undefined]));
    assert.equal(server.received.length, 8);
  });

  it('refuse a 304 that nobody asked for', async () => {
    const server = await net.serve((_, response) => void response.writeHead(304, { etag }).end());
    const { client } = connect(net, server.origin);
    assert.equal((await failureOf(client.send(getUser, {}))).facts.status, 304);
  });

  it('keep nothing that is very long', async () => {
    const server = await serving(Array.from({ length: 800 }, () => wireCommit({ message: 'x'.repeat(1_000) })));
    const { client } = connect(net, server.origin);
    for (let count = 0; count < 2; count += 1) await client.send(listCommits, { id: 1 });
    assert.deepEqual(conditions(server), [undefined, undefined]);
  });
});
