import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { BodyTooLarge, readBody } from '../../src/client/body.ts';
import type { TransportResponse } from '../../src/client/transport.ts';
import { listCommits } from '../../src/wire/commits.ts';
import { getUser } from '../../src/wire/instance.ts';
import type { Operation } from '../../src/wire/operation.ts';
import { getRawFile } from '../../src/wire/projects.ts';
import { answerJson, connect, failureOf } from './connect.ts';
import { loopback } from './loopback.ts';
import { wireUser } from './samples.ts';

const file = { id: 1, file_path: 'x', ref: 'main' } as const;
const megabyte = 1024 * 1024;

describe('the body of an answer', () => {
  const net = loopback();

  for (const coding of ['gzip', 'GZIP', 'x-gzip', ' gzip ']) {
    it(`is unpacked when it is sent as "${coding}"`, async () => {
      const server = await net.serve((_, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end(gzipSync(JSON.stringify(wireUser))),
      );
      assert.deepEqual(await connect(net, server.origin).client.send(getUser, {}), wireUser);
    });
  }

  it('is unpacked for refusals too', async () => {
    const server = await net.serve((_, response) =>
      response
        .writeHead(404, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
        .end(gzipSync('{"message":"404 Commit Not Found"}')),
    );
    assert.equal(
      (await failureOf(connect(net, server.origin).client.send(getUser, {}))).facts.serverMessage,
      '404 Commit Not Found',
    );
  });

  it('is read when it comes byte by byte, within characters and packed parts', async () => {
    const text = JSON.stringify({ ...wireUser, name: 'Grüße 🙂' });
    for (const [headers, bytes] of [
      [{}, Buffer.from(text)],
      [{ 'content-encoding': 'gzip' }, gzipSync(text)],
    ] as const) {
      const server = await net.serve((_, response) => {
        response.writeHead(200, headers);
        for (const byte of bytes) response.write(Buffer.from([byte]));
        response.end();
      });
      assert.equal((await connect(net, server.origin).client.send(getUser, {})).name, 'Grüße 🙂');
    }
  });

  it('may be empty and said to be packed in a refusal', async () => {
    const server = await net.serve((_, response) => response.writeHead(404, { 'content-encoding': 'gzip' }).end());
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.status], ['notFound', 404]);
  });

  it('is no GitLab when it is said to be packed and is not', async () => {
    const server = await net.serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(JSON.stringify(wireUser)),
    );
    const { client } = connect(net, server.origin);
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.deepEqual([facts.failure, server.received.length], ['notGitLab', 1]);
  });

  it('that is packed and cut is a connection that failed', async () => {
    const packed = gzipSync(JSON.stringify({ ...wireUser, bio: 'x'.repeat(1000) }));
    const server = await net.serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, -12)),
    );
    const { client } = connect(net, server.origin);
    assert.equal((await failureOf(client.send(getUser, {}))).facts.failure, 'unreachable');
    assert.equal(server.received.length, 3);
  });

  it('that is longer than allowed ends where it passes the limit', async () => {
    for (const [length, failure] of [
      [1000, undefined],
      [1001, 'tooLarge'],
    ] as const) {
      const server = await net.serve((_, response) => response.end('x'.repeat(length)));
      const answer = connect(net, server.origin).client.send(getRawFile, file, { limitBytes: 1000 });
      if (failure === undefined) assert.equal((await answer).length, length);
      else assert.equal((await failureOf(answer)).facts.failure, failure);
    }
  });

  it('that is packed and ends with its connection is a connection that failed', async () => {
    const packed = gzipSync(JSON.stringify(wireUser));
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`;
    const server = await net.serveRaw((socket) => {
      socket.write(head);
      socket.write(packed.subarray(0, 30), () => socket.resetAndDestroy());
    });
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.deepEqual([facts.failure, server.requestLines.length], ['unreachable', 3]);
  });

  for (const [what, operation, parameters, status, failure, limit] of [
    ['a record', getUser, {}, 200, 'tooLarge', 4],
    ['a page', listCommits, { id: 1 }, 200, 'tooLarge', 32],
    ['a refusal', getUser, {}, 403, 'forbidden', 1],
  ] as const) {
    it(`of 300 MB is given up after ${limit} MB as ${what}, and the server is told to stop`, async () => {
      let sent = 0;
      let closed: Promise<unknown> | undefined;
      const part = Buffer.alloc(megabyte, 0x20);
      const server = await net.serve((_, response) => {
        closed = once(response, 'close');
        response.writeHead(status);
        const send = (): void => {
          while (sent < 300 * megabyte && !response.destroyed) {
            sent += part.length;
            if (!response.write(part)) {
              response.once('drain', send);
              return;
            }
          }
          response.end();
        };
        send();
      });
      const { client } = connect(net, server.origin);
      const { facts } = await failureOf(client.send<Operation>(operation, parameters));
      assert.deepEqual([facts.failure, facts.status, server.received.length], [failure, status, 1]);
      await closed;
      // plus what the buffers between both ends hold
      assert.ok(sent < (limit + 32) * megabyte, `${sent} bytes were sent`);
    }).timeout(10_000);
  }

  it('that unpacks to a gigabyte is given up within bounded memory', async () => {
    // gzip allows several members: ten megabytes of zeros a hundred times
    const bomb = Buffer.concat(Array<Buffer>(100).fill(gzipSync(Buffer.alloc(10 * megabyte))));
    const server = await net.serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const { client } = connect(net, server.origin);
    const before = process.memoryUsage().rss;
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 5);
    try {
      const { facts } = await failureOf(client.send(getRawFile, file, { limitBytes: 5 * megabyte }));
      assert.deepEqual([facts.failure, facts.status], ['tooLarge', 200]);
    } finally {
      clearInterval(watch);
    }
    assert.ok(highest - before < 150 * megabyte, `memory grew by ${Math.round((highest - before) / megabyte)} MB`);
  }).timeout(10_000);

  it('of a refusal that unpacks to a gigabyte costs the words and not the status', async () => {
    const bomb = Buffer.concat(Array<Buffer>(100).fill(gzipSync(Buffer.alloc(10 * megabyte, 0x20))));
    const server = await net.serve((_, response) => response.writeHead(401, { 'content-encoding': 'gzip' }).end(bomb));
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.status, facts.serverMessage], ['unauthorized', 401, undefined]);
  }).timeout(10_000);

  it('leaves the connection usable when it was read whole', async () => {
    const sockets = new Set<unknown>();
    const server = await net.serve((_, response) => {
      sockets.add(response.socket);
      answerJson(response, wireUser);
    });
    const { client } = connect(net, server.origin);
    for (let count = 0; count < 10; count += 1) await client.send(getUser, {});
    // a connection becomes reusable a moment after its answer
    assert.ok(sockets.size <= 2, `${sockets.size} connections`);
  });
});

describe('readBody', () => {
  it('lets go of the answer when it was read, when it is too long and when it breaks', async () => {
    let cancelled = 0;
    const answer = (body: AsyncIterable<Uint8Array>, headers = {}): TransportResponse => ({
      status: 200,
      headers,
      body,
      async cancel() {
        cancelled += 1;
      },
    });
    const parts = async function* (error?: Error): AsyncGenerator<Uint8Array> {
      yield Buffer.from('some');
      if (error) throw error;
      yield Buffer.from('thing');
    };
    assert.equal((await readBody(answer(parts()), 9)).toString(), 'something');
    await assert.rejects(readBody(answer(parts()), 8), BodyTooLarge);
    await assert.rejects(readBody(answer(parts(new Error('lost'))), 9), /lost/);
    await assert.rejects(readBody(answer(parts(new Error('lost')), { 'content-encoding': 'gzip' }), 9));
    assert.equal(cancelled, 4);
  });
});

describe('the head of an answer', () => {
  const net = loopback();
  const user = JSON.stringify(wireUser);

  it('may hold forty thousand characters of policy', async () => {
    const server = await net.serveRaw((socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-security-policy: ${'x'.repeat(40_000)}\r\ncontent-length: ${user.length}\r\n\r\n${user}`,
      ),
    );
    assert.deepEqual(await connect(net, server.origin).client.send(getUser, {}), wireUser);
  });

  it('that does not end is no GitLab', async () => {
    const server = await net.serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      for (let line = 0; line < 200; line += 1) socket.write(`x-line-${line}: ${'y'.repeat(1000)}\r\n`);
    });
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.equal(facts.failure, 'notGitLab');
  });

  it('may name a header twice: the first counts', async () => {
    const server = await net.serveRaw((socket) =>
      socket.end(`HTTP/1.1 429 Slow\r\nretry-after: 60\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n`),
    );
    assert.equal((await failureOf(connect(net, server.origin).client.send(getUser, {}))).facts.retryAfterMs, 60_000);
  });

  it('that was torn off before anybody listened is no endless wait', async () => {
    const body = Readable.from([Buffer.from('lost')], { objectMode: false });
    body.destroy();
    await once(body, 'close');
    const response: TransportResponse = { status: 400, headers: {}, body, cancel: async () => undefined };
    await assert.rejects(readBody(response, megabyte), /ended too early/);
  });

  it('may come after hints', async () => {
    const server = await net.serveRaw((socket) =>
      socket.end(
        `HTTP/1.1 103 Early Hints\r\nlink: </x.css>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${user.length}\r\n\r\n${user}`,
      ),
    );
    assert.deepEqual(await connect(net, server.origin).client.send(getUser, {}), wireUser);
  });
});
