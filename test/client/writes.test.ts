import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createClient } from '../../src/client/client.ts';
import type { RequestFailure, RequestOutcome } from '../../src/client/errors.ts';
import { cherryPickCommit } from '../../src/wire/commits.ts';
import { getUser } from '../../src/wire/instance.ts';
import { connect, failureOf, secret } from './connect.ts';
import { loopback } from './loopback.ts';
import { pick, wireCommit, wireUser } from './samples.ts';

const created = JSON.stringify(wireCommit());
const answer = (status: string, body = '', headers = ''): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const hangsUp = 'the server hangs up';
const resets = 'the connection is reset';

/** Ends after the request's arrival, and the expected outcome; see also `everyOperation.test.ts`. */
const endings: readonly (readonly [
  what: string,
  sent: string,
  then: typeof hangsUp | typeof resets | 'nothing',
  failure: RequestFailure,
  outcome: RequestOutcome,
])[] = [
  [
    'a chunked body that is cut',
    'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"id"',
    hangsUp,
    'unreachable',
    'unknown',
  ],
  ['408', answer('408 Request Timeout', '', 'connection: close\r\n'), hangsUp, 'refused', 'answered'],
  ['425', answer('425 Too Early'), 'nothing', 'refused', 'answered'],
  ['301', answer('301 Moved Permanently', '', 'location: /api/v4/elsewhere\r\n'), 'nothing', 'redirected', 'answered'],
  ['302', answer('302 Found', '', 'location: /api/v4/elsewhere\r\n'), 'nothing', 'redirected', 'answered'],
  ['303', answer('303 See Other', '', 'location: /api/v4/elsewhere\r\n'), 'nothing', 'redirected', 'answered'],
  ['307', answer('307 Temporary Redirect', '', 'location: /api/v4/elsewhere\r\n'), 'nothing', 'redirected', 'answered'],
  ['308', answer('308 Permanent Redirect', '', 'location: /api/v4/elsewhere\r\n'), 'nothing', 'redirected', 'answered'],
  ['302 without an address', answer('302 Found'), 'nothing', 'redirected', 'answered'],
];

describe('C5, a write', () => {
  const net = loopback();

  for (const [what, sent, then, failure, outcome] of endings) {
    it(`is sent once when ${what} follows, and its outcome is ${outcome}`, async () => {
      const server = await net.serveRaw((socket) => {
        const end = (): void => {
          if (then === hangsUp) socket.end();
          if (then === resets) socket.resetAndDestroy();
        };
        if (sent === '') end();
        else socket.write(sent, end);
      });
      const { client, records, waits } = connect(net, server.origin, failure === 'timeout' ? { patienceMs: 100 } : {});
      const { facts } = await failureOf(client.send(cherryPickCommit, pick));
      assert.deepEqual([facts.failure, facts.outcome], [failure, outcome]);
      assert.deepEqual([server.requestLines.length, records.length, waits.length], [1, 1, 0]);
    }).timeout(5_000);
  }

  it('is sent once on a connection that has been used and is lost with it', async () => {
    const user = JSON.stringify(wireUser);
    const server = await net.serveRaw((socket, number) => {
      if (number === 1) socket.write(answer('200 OK', user, 'connection: keep-alive\r\n'));
      else socket.resetAndDestroy();
    });
    const { client } = connect(net, server.origin);
    await client.send(getUser, {});
    const { facts } = await failureOf(client.send(cherryPickCommit, pick));
    assert.deepEqual([facts.failure, facts.outcome], ['unreachable', 'unknown']);
    await failureOf(client.send(getUser, {}));
    assert.equal(server.requestLines.filter((line) => line.startsWith('POST')).length, 1);
  });

  it('is sent once when the server gave the connection up just before', async () => {
    const user = JSON.stringify(wireUser);
    let received = 0;
    const server = await net.serveRaw((socket, number) => {
      // FIN travels with the answer
      if (number === 1) socket.end(answer('200 OK', user, 'connection: keep-alive\r\n'));
      else {
        received += 1;
        socket.end(answer('201 Created', created));
      }
    });
    const { client } = connect(net, server.origin);
    await client.send(getUser, {});
    const result = await client.send(cherryPickCommit, pick).then(
      () => 'answered',
      (error: unknown) => error,
    );
    if (result === 'answered') assert.equal(received, 1);
    else assert.equal(received, 0);
  });

  it('leaves no idle connection for the next one, however long the server would keep it', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await net.serveRaw((socket) => {
      closed = once(socket, 'close');
      socket.write(answer('201 Created', created, 'connection: keep-alive\r\nkeep-alive: timeout=600\r\n'));
    });
    await connect(net, server.origin, { patienceMs: 300 }).client.send(cherryPickCommit, pick);
    await closed;
  });

  it('was not sent when its caller had given up', async () => {
    const server = await net.serveRaw(() => undefined);
    const { client, records } = connect(net, server.origin);
    const { facts } = await failureOf(client.send(cherryPickCommit, pick, { signal: AbortSignal.abort() }));
    assert.deepEqual(
      [facts.failure, facts.outcome, records.length, server.requestLines.length],
      ['cancelled', 'notSent', 0, 0],
    );
  });

  it('was not sent when its caller gives up while the token is fetched', async () => {
    const server = await net.serveRaw(() => undefined);
    const { transport } = connect(net, server.origin);
    const controller = new AbortController();
    const client = createClient({
      baseUrl: server.origin,
      async token() {
        controller.abort();
        return secret;
      },
      transport: async () => transport,
    });
    const { facts } = await failureOf(client.send(cherryPickCommit, pick, { signal: controller.signal }));
    assert.deepEqual([facts.failure, facts.outcome, server.requestLines.length], ['cancelled', 'notSent', 0]);
  });

  it('may have been carried out when its caller gives up later', async () => {
    for (const part of ['', 'HTTP/1.1 201 Created\r\ncontent-length: 500\r\n\r\n{"id"']) {
      const controller = new AbortController();
      const server = await net.serveRaw((socket) => {
        if (part === '') controller.abort();
        else socket.write(part, () => setImmediate(() => controller.abort()));
      });
      const { client } = connect(net, server.origin);
      const { facts } = await failureOf(client.send(cherryPickCommit, pick, { signal: controller.signal }));
      assert.deepEqual([facts.failure, facts.outcome], ['cancelled', 'unknown']);
      assert.equal(server.requestLines.length, 1);
    }
  });

  it('is never shared: equal writes at the same time are each sent', async () => {
    const server = await net.serveRaw((socket) => socket.write(answer('201 Created', created)));
    const { client } = connect(net, server.origin);
    await Promise.all([client.send(cherryPickCommit, pick), client.send(cherryPickCommit, pick)]);
    assert.equal(server.requestLines.length, 2);
  });

  it('lets go of a redirect that does not end', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await net.serve((_, response) => {
      closed = once(response, 'close');
      response.writeHead(302, { location: '/other', 'content-length': 1_000 }).write('never complete');
    });
    const { client } = connect(net, server.origin);
    assert.equal((await failureOf(client.send(cherryPickCommit, pick))).facts.failure, 'redirected');
    await closed;
  });

  it('is not sent to where it is redirected', async () => {
    const other = await net.serve((_, response) => response.end());
    const server = await net.serve((_, response) => response.writeHead(307, { location: `${other.origin}/x` }).end());
    const { facts } = await failureOf(connect(net, server.origin).client.send(cherryPickCommit, pick));
    assert.equal(facts.failure, 'redirected');
    assert.equal(other.received.length, 0);
  });
});
