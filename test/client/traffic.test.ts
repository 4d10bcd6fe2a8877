import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { meteredSocket, socketReference } from '../../src/client/meteredSocket.ts';
import { type Clock, Traffic } from '../../src/client/traffic.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { cherryPickCommit, getCommit } from '../../src/wire/commits.ts';
import { getUser } from '../../src/wire/instance.ts';
import { getRawFile } from '../../src/wire/projects.ts';
import { branchRulesQuery, ownGroupsQuery } from '../support/servers/graphqlDocuments.ts';
import { serveCable } from './graphql/cable.ts';
import { answerJson, connect, failureOf, secret, signal } from './connect.ts';
import { connect as connectGraphql, errorOf } from './graphql/graphqlConnect.ts';
import { loopback } from './loopback.ts';
import { pick, wireCommit, wireUser } from './samples.ts';

class FakeClock implements Clock {
  #nowMs = 0;
  #timers: { readonly atMs: number; readonly run: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  after(waitMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + waitMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  get timers(): number {
    return this.#timers.length;
  }

  async pass(ms: number): Promise<void> {
    this.#nowMs += ms;
    const due = this.#timers.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { run } of due) run();
    await turn();
  }
}

const never = new AbortController().signal;

describe('Traffic', () => {
  /** Traffic under a variable cap, and names of sent requests. */
  const capped = (most: number): Capped => {
    const clock = new FakeClock();
    const cap = { most };
    const traffic = new Traffic(() => cap.most, clock);
    const sent: string[] = [];
    const ask = async (name: string, until: AbortSignal = never): Promise<void> => {
      await traffic.turn(until);
      sent.push(name);
    };
    return { clock, cap, traffic, sent, ask };
  };
  interface Capped {
    readonly clock: FakeClock;
    readonly cap: { most: number };
    readonly traffic: Traffic;
    readonly sent: readonly string[];
    readonly ask: (name: string, until?: AbortSignal) => Promise<void>;
  }

  it('lets everything go where there is no cap', async () => {
    const { traffic, ask, clock } = capped(0);
    await Promise.all(Array.from({ length: 100 }, (_, index) => ask(String(index))));
    assert.deepEqual([traffic.waiting, traffic.lastMinute], [0, 100]);
    await clock.pass(60_000);
    assert.equal(traffic.lastMinute, 0);
  });

  it('lets as many go within any minute as the cap allows, in the order they came', async () => {
    const { clock, traffic, sent, ask } = capped(2);
    void ask('a');
    await clock.pass(40_000);
    for (const name of ['b', 'c', 'd', 'e']) void ask(name);
    await turn();
    assert.deepEqual([sent.join(''), traffic.waiting], ['ab', 3]);
    await clock.pass(19_999);
    assert.equal(sent.join(''), 'ab');
    await clock.pass(1);
    assert.deepEqual([sent.join(''), traffic.waiting], ['abc', 2]);
    await clock.pass(40_000);
    assert.equal(sent.join(''), 'abcd');
    await clock.pass(20_000);
    assert.deepEqual([sent.join(''), traffic.waiting], ['abcde', 0]);
  });

  it('lets nobody overtake who waits, also when there is room for one more', async () => {
    const { clock, cap, traffic, sent, ask } = capped(1);
    void ask('a');
    void ask('b');
    cap.most = 2;
    void ask('c');
    await turn();
    assert.deepEqual([sent.join(''), traffic.waiting], ['ab', 1]);
    await clock.pass(60_000);
    assert.equal(sent.join(''), 'abc');
  });

  it('lets those go at once that a higher cap allows', async () => {
    const { cap, traffic, sent, ask } = capped(1);
    for (const name of ['a', 'b', 'c']) void ask(name);
    cap.most = 0;
    traffic.capChanged();
    await turn();
    assert.equal(sent.join(''), 'abc');
  });

  it('drops who gives up, and those behind go in time', async () => {
    const { clock, traffic, sent, ask } = capped(1);
    const giving = new AbortController();
    void ask('a');
    const given = assert.rejects(ask('b', giving.signal), { name: 'AbortError' });
    void ask('c');
    giving.abort();
    await given;
    await assert.rejects(ask('d', AbortSignal.abort()));
    assert.equal(traffic.waiting, 1);
    await clock.pass(60_000);
    assert.deepEqual([sent.join(''), traffic.waiting], ['ac', 0]);
    const last = new AbortController();
    const gone = assert.rejects(ask('e', last.signal));
    assert.equal(clock.timers, 1);
    last.abort();
    await gone;
    assert.equal(clock.timers, 0);
  });

  it('keeps the last twenty failures that differ, and how often each came', () => {
    const traffic = new Traffic();
    const fail = (words: string, address = 'https://x'): void =>
      traffic.failed({
        failure: 'refused',
        reference: 'C5',
        method: 'POST',
        address,
        status: 400,
        serverMessage: words,
      });
    for (let number = 0; number < 25; number += 1) fail(`no ${number}`);
    fail('no 10', 'https://x/other');
    const [latest, ...others] = traffic.failures;
    assert.deepEqual([latest?.serverMessage, latest?.times, latest?.address], ['no 10', 2, 'https://x/other']);
    assert.deepEqual([others.length, others[0]?.serverMessage], [19, 'no 24']);
    assert.equal(traffic.tallies.get('C5')?.failed, 26);
  });
});

describe('the requests of a client', () => {
  const net = loopback();

  it('are counted by operation, with the bytes of their bodies, shared and unchanged answers', async () => {
    const body = JSON.stringify(wireUser);
    const server = await net.serve(({ headers }, response) => {
      if (headers['if-none-match'] === undefined)
        response.writeHead(200, { 'content-type': 'application/json', etag: 'W/"1"' }).end(body);
      else response.writeHead(304, { etag: 'W/"1"' }).end();
    });
    const traffic = new Traffic();
    const { client } = connect(net, server.origin, { traffic });
    await Promise.all([client.send(getUser, {}), client.send(getUser, {}), client.send(getUser, {})]);
    await client.send(getUser, {});
    client.remembered(getUser);
    const tally = traffic.tallies.get(getUser.reference);
    assert.deepEqual(tally, {
      requests: 2,
      retried: 0,
      joined: 2,
      cached: 1,
      unchanged: 1,
      failed: 0,
      sentBytes: 0,
      receivedBytes: Buffer.byteLength(body),
    });
    assert.equal(traffic.lastMinute, 2);
  });

  it('are counted each time they are sent again, and once as a failure with the words and the id of the server', async () => {
    const server = await net.serve((_, response) =>
      answerJson(response, { message: `No, ${secret}` }, { status: 503, headers: { 'x-request-id': '01HX' } }),
    );
    const traffic = new Traffic();
    const { client } = connect(net, server.origin, { traffic });
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.equal(facts.requestId, '01HX');
    const tally = traffic.tallies.get(getUser.reference);
    assert.deepEqual([tally?.requests, tally?.retried, tally?.failed], [3, 2, 3]);
    const [failure, ...others] = traffic.failures;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [failure?.times, failure?.status, failure?.serverMessage, failure?.requestId, failure?.address],
      [3, 503, 'No, [credential]', '01HX', `${server.origin}/api/v4/user`],
    );
  });

  it('are found by the correlation id of what GitLab tells of them where it has no other', async () => {
    const server = await net.serve((_, response) =>
      answerJson(
        response,
        { message: '404 Not Found' },
        { status: 404, headers: { 'x-gitlab-meta': '{"correlation_id":"01HZ","version":"1"}' } },
      ),
    );
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.equal(facts.requestId, '01HZ');
  });

  it('are no failures when their caller gives up', async () => {
    const arrived = signal();
    const server = await net.serve(() => arrived.give());
    const traffic = new Traffic();
    const { client } = connect(net, server.origin, { traffic });
    const giving = new AbortController();
    const given = failureOf(client.send(getUser, {}, { signal: giving.signal }));
    await arrived.promise;
    giving.abort();
    await given;
    assert.deepEqual(traffic.failures, []);
  });

  it('count what was sent and every byte of a packed body as it came', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireCommit(), { status: 201 }));
    const traffic = new Traffic();
    const { client } = connect(net, server.origin, { traffic });
    await client.send(cherryPickCommit, { ...pick, message: 'Grüße' });
    const tally = traffic.tallies.get('C5');
    assert.equal(tally?.sentBytes, Buffer.byteLength(server.received[0]?.body ?? ''));
    assert.equal(tally?.receivedBytes, Buffer.byteLength(JSON.stringify(wireCommit())));
    const bytes = Buffer.alloc(300_000, 7);
    const files = await net.serve((_, response) => void response.writeHead(200).end(bytes));
    const other = connect(net, files.origin, { traffic });
    await other.client.send(getRawFile, { id: 1, file_path: 'x', ref: 'main' });
    assert.equal(traffic.tallies.get(getRawFile.reference)?.receivedBytes, bytes.length);
  });

  it('wait for the cap, writes in their order and certainly not sent when they are given up', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireCommit(), { status: 201 }));
    const clock = new FakeClock();
    const traffic = new Traffic(() => 1, clock);
    const { client } = connect(net, server.origin, { traffic });
    await client.send(cherryPickCommit, { ...pick, message: 'first' });
    const giving = new AbortController();
    const send = (message: string, until?: AbortSignal): Promise<unknown> =>
      client.send(cherryPickCommit, { ...pick, message }, { signal: until });
    const given = failureOf(send('given up', giving.signal));
    const second = send('second');
    const third = send('third');
    const read = failureOf(client.send(getCommit, { id: 1, sha: 'x' }, { signal: giving.signal }));
    await turn();
    assert.equal(traffic.waiting, 4);
    giving.abort();
    const { facts } = await given;
    assert.deepEqual([facts.failure, facts.outcome], ['cancelled', 'notSent']);
    await read;
    assert.equal(traffic.waiting, 2);
    await clock.pass(60_000);
    await second;
    assert.equal(server.received.length, 2);
    await clock.pass(60_000);
    await third;
    const messages = server.received.map(({ body }) => (JSON.parse(body) as { message: string }).message);
    assert.deepEqual(messages, ['first', 'second', 'third']);
    assert.deepEqual([traffic.tallies.get('C5')?.requests, traffic.failures], [3, []]);
  });

  it('each take their turn: reads that are sent again, and those that are redirected', async () => {
    const server = await net.serve(({ target }, response) => {
      if (target === '/api/v4/user') response.writeHead(302, { location: '/moved' }).end();
      else answerJson(response, wireUser);
    });
    const clock = new FakeClock();
    const traffic = new Traffic(() => 1, clock);
    const asked = connect(net, server.origin, { traffic }).client.send(getUser, {});
    while (traffic.waiting === 0) await turn();
    assert.equal(server.received.length, 1);
    await clock.pass(60_000);
    assert.deepEqual(await asked, wireUser);
  });

  it('over GraphQL are counted by query, and what is refused in an answer is a failure', async () => {
    const said = { errors: [{ message: 'Field is unknown' }] };
    const server = await net.serve(({ body }, response) => {
      const isOne = !Array.isArray(JSON.parse(body));
      answerJson(response, isOne ? said : [{ data: { a: 1 } }, { data: { a: 1 } }], {
        headers: { 'x-request-id': '01HQ' },
      });
    });
    const traffic = new Traffic();
    const { client } = connectGraphql(net, server.origin, { traffic });
    await Promise.all([client.query(ownGroupsQuery, {}), client.query(ownGroupsQuery, { first: 1 })]);
    await errorOf(client.query(branchRulesQuery, { fullPath: 'acme/orchard' }));
    assert.deepEqual(
      [...traffic.queries],
      [
        ['OwnGroups', 2],
        ['BranchRules', 1],
      ],
    );
    assert.deepEqual(
      [traffic.lastQuery?.operationName, traffic.lastQuery?.variables],
      ['BranchRules', { fullPath: 'acme/orchard' }],
    );
    assert.equal(traffic.tallies.get('Q1')?.requests, 2);
    const [failure] = traffic.failures;
    assert.deepEqual(
      [failure?.detail, failure?.status, failure?.serverMessage, failure?.requestId],
      ['BranchRules', 200, 'Field is unknown', '01HQ'],
    );
  });

  it('open sockets that are counted, those that are not opened as failures', async () => {
    const transport = createUndiciTransport(directConnections);
    net.defer(() => transport.close());
    const cable = await serveCable(() => ({}));
    const traffic = new Traffic();
    const OpenSocket = (await transport.webSocket?.()) ?? assert.fail('the transport has no sockets');
    const Socket = meteredSocket(OpenSocket, traffic);
    const open = (origin: string): WebSocket =>
      new Socket(`${origin.replace('http', 'ws')}/-/cable`, { protocols: ['actioncable-v1-json'], headers: {} });
    const socket = open(cable.origin);
    await once(socket, 'message');
    socket.close();
    await once(socket, 'close');
    await cable.close();
    await once(open(cable.origin), 'close');
    const tally = traffic.tallies.get(socketReference);
    assert.deepEqual([tally?.requests, tally?.receivedBytes, tally?.failed], [2, '{"type":"welcome"}'.length, 1]);
    assert.equal(traffic.failures[0]?.address, `${cable.origin.replace('http', 'ws')}/-/cable`);
  });
});
