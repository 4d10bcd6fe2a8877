import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import type { Download } from '../../src/client/download.ts';
import { ownGroupsQuery } from '../support/servers/graphqlDocuments.ts';
import type { Operation } from '../../src/wire/operation.ts';
import { cherryPickCommit, listCommits } from '../../src/wire/commits.ts';
import { getUser } from '../../src/wire/instance.ts';
import { listMemberRoles } from '../../src/wire/memberRoles.ts';
import { getRawFile } from '../../src/wire/projects.ts';
import { downloadProjectExport } from '../../src/wire/projectTransfer.ts';
import { connect, failureOf } from './connect.ts';
import { connect as connectGraphql } from './graphql/graphqlConnect.ts';
import { loopback } from './loopback.ts';
import { pick, wireCommit, wireUser } from './samples.ts';

const json = 'content-type: application/json\r\n';
const answer = (body: string | Buffer, status = '200 OK', headers = json): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);

const drained = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _ of body);
};

describe('a hostile server', () => {
  const net = loopback();

  /** Repeats a piece until the peer closes. */
  const forever = (socket: Socket, piece: (count: number) => string): void => {
    let count = 0;
    const timer = setInterval(() => socket.write(piece((count += 1))), 5);
    socket.on('close', () => clearInterval(timer));
  };

  for (const [what, failure, start, piece] of [
    ['headers', 'timeout', 'HTTP/1.1 200 OK\r\n', (count: number) => `x-${count}: y\r\n`],
    ['one header', 'timeout', 'HTTP/1.1 200 OK\r\nx: ', () => 'y'],
    ['hints', 'notGitLab', '', () => 'HTTP/1.1 103 Early Hints\r\nlink: </x.css>\r\n\r\n'],
  ] as const) {
    it(`that sends ${what} without end does not hold a reader for ever`, async () => {
      let closed: Promise<void> | undefined;
      const server = await net.serveRaw((socket) => {
        // writing to a closed peer may fail before `close` is emitted
        closed = new Promise((resolve) => socket.once('close', () => resolve()));
        socket.write(start);
        forever(socket, piece);
      });
      const { client } = connect(net, server.origin, { patienceMs: 300 });
      const { facts } = await failureOf(client.send(getUser, {}));
      assert.equal(facts.failure, failure);
      await closed;
    });
  }

  for (const [what, operation, parameters] of [
    ['data', getUser, {}],
    ['a file', getRawFile, { id: 1, file_path: 'a.md', ref: 'main' }],
    ['an archive', downloadProjectExport, { id: 1 }],
  ] as const) {
    it(`that sends ${what} drop by drop is given up, though it is never silent`, async () => {
      let closed: Promise<void> | undefined;
      const server = await net.serveRaw((socket) => {
        closed = new Promise((resolve) => socket.once('close', () => resolve()));
        socket.write(`HTTP/1.1 200 OK\r\n${json}content-length: 5000\r\n\r\n`);
        forever(socket, () => ' ');
      });
      const { client } = connect(net, server.origin, { patienceMs: 300 });
      const reading = client
        .send<Operation>(operation, parameters)
        .then(async (answer) => drained((answer as Download).body));
      assert.equal((await failureOf(reading)).facts.failure, 'timeout');
      assert.equal(server.requestLines.length, 1);
      await closed;
    });
  }

  it('that waits for its reader is not called slow', async () => {
    const size = 3_000_000;
    const server = await net.serve((_, response) => response.end(Buffer.alloc(size)));
    const { client } = connect(net, server.origin, { patienceMs: 100 });
    const { body } = await client.send(downloadProjectExport, { id: 1 });
    let received = 0;
    for await (const part of body) {
      // a slow reader, slower than the server's time limit
      if (received === 0) await delay(400);
      received += part.length;
    }
    assert.equal(received, size);
  });

  for (const [what, operation, parameters] of [
    ['a read', getUser, {}],
    ['a write', cherryPickCommit, pick],
  ] as const) {
    it(`that tells ${what} to continue, which nobody has asked for, is heard to the end`, async () => {
      const body = JSON.stringify(operation === getUser ? wireUser : wireCommit());
      const status = operation === getUser ? '200 OK' : '201 Created';
      for (const pieces of [
        ['HTTP/1.1 100 Continue\r\n\r\n', answer(body, status)],
        [
          'HTTP/1',
          '.1 100 Continue\r\nx: y\r\n',
          '\r\nHTTP/1.1 100 Continue\r\n\r\nHT',
          answer(body, status).subarray(2),
        ],
        [Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), answer(body, status)])],
      ]) {
        const server = await net.serveRaw((socket) => {
          socket.setNoDelay(true);
          const next = ([piece, ...rest]: readonly (string | Buffer)[]): void => {
            if (piece !== undefined) socket.write(piece, () => setTimeout(next, 10, rest));
          };
          next(pieces);
        });
        const { client } = connect(net, server.origin);
        for (const turn of [1, 2]) {
          await client.send<Operation>(operation, parameters);
          assert.equal(server.requestLines.length, turn);
        }
      }
    });
  }

  it('whose file speaks of continuing is not misread', async () => {
    const content = `HTTP/1.1 100 Continue\r\n\r\nx`;
    const server = await net.serveRaw((socket) => {
      socket.setNoDelay(true);
      const head = `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: ${content.length}\r\n\r\n`;
      socket.write(head, () => setTimeout(() => socket.write(content), 10));
    });
    const file = await connect(net, server.origin).client.send(getRawFile, { id: 1, file_path: 'a.md', ref: 'main' });
    assert.equal(file.toString(), content);
  });

  for (const status of ['000', '099']) {
    it(`that answers with the status ${status} is no GitLab, in plain words`, async () => {
      const server = await net.serveRaw((socket) => socket.write(answer('{}', `${status} Nothing`)));
      const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
      assert.deepEqual([facts.failure, facts.detail], ['notGitLab', 'the server answered with what is no HTTP']);
    });
  }

  for (const [what, head] of [
    ['two lengths', 'content-length: 5\r\ncontent-length: 500\r\n'],
    ['a length and pieces', 'content-length: 5\r\ntransfer-encoding: chunked\r\n'],
  ] as const) {
    it(`that answers with ${what} is not believed, and a write is not sent again`, async () => {
      const server = await net.serveRaw((socket) => socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n{"id"`));
      const { client } = connect(net, server.origin);
      assert.equal((await failureOf(client.send(cherryPickCommit, pick))).facts.outcome, 'unknown');
      assert.equal(server.requestLines.length, 1);
      assert.equal((await failureOf(client.send(getUser, {}))).facts.failure, 'unreachable');
      assert.equal(server.requestLines.length, 4);
    });
  }

  for (const [what, head] of [
    ['a length below nothing', 'content-length: -5\r\n'],
    ['a length that is no number', 'content-length: many\r\n'],
    ['a piece of no length', 'transfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['a header without a name', ': x\r\n'],
  ] as const) {
    it(`that answers with ${what} is no GitLab, and a write is not sent again`, async () => {
      for (const [operation, parameters] of [
        [getUser, {}],
        [cherryPickCommit, pick],
      ] as const) {
        const server = await net.serveRaw((socket) => socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n{"id"`));
        const { client } = connect(net, server.origin);
        const { facts } = await failureOf(client.send<Operation>(operation, parameters));
        assert.deepEqual([facts.failure, facts.outcome, server.requestLines.length], ['notGitLab', 'unknown', 1]);
      }
    });
  }

  it('that writes no Unicode is read as far as it goes', async () => {
    const [before, after] = JSON.stringify({ ...wireUser, name: 'O#e' }).split('#');
    const body = Buffer.concat([Buffer.from(before ?? ''), Buffer.from([0xff, 0xc3]), Buffer.from(after ?? '')]);
    const server = await net.serveRaw((socket) => socket.write(answer(body)));
    assert.equal((await connect(net, server.origin).client.send(getUser, {})).name, 'O\ufffd\ufffde');
  });

  it('that writes no Unicode in its refusal and in its headers is understood by its status', async () => {
    const body = Buffer.concat([Buffer.from('{"message":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const server = await net.serveRaw((socket) =>
      socket.write(answer(body, '403 \xff', `${json}retry-after: \xff\xfe\r\nlink: <\xff>; rel="next"\r\n`)),
    );
    const { facts } = await failureOf(connect(net, server.origin).client.send(listCommits, { id: 1 }));
    assert.deepEqual(
      [facts.failure, facts.serverMessage, facts.retryAfterMs],
      ['forbidden', '\ufffd\ufffd', undefined],
    );
  });

  for (const [what, next] of [
    ['itself', (page: number) => page],
    ['the page before', (page: number) => page - 1],
    ['no number', () => '1e9'],
    ['a page nobody can count to', () => '9'.repeat(30)],
  ] as const) {
    it(`whose page points to ${what} has no more`, async () => {
      const server = await net.serveRaw((socket) =>
        socket.write(
          answer(
            JSON.stringify([wireCommit()]),
            '200 OK',
            `${json}x-next-page: ${next(2)}\r\nlink: <http://x/?page=${next(2)}>; rel="next"\r\n`,
          ),
        ),
      );
      const page = await connect(net, server.origin).client.send(listCommits, { id: 1, page: 2 });
      assert.deepEqual([page.items.length, page.next], [1, undefined]);
    });
  }

  it('that sends a reader in circles is left after five turns, for archives too', async () => {
    let turns = 0;
    const server = await net.serve((_, response) => {
      turns += 1;
      response.writeHead(307, { location: `/api/v4/${turns % 2 === 0 ? 'even' : 'odd'}` }).end();
    });
    const { facts } = await failureOf(connect(net, server.origin).client.send(downloadProjectExport, { id: 1 }));
    assert.deepEqual([facts.failure, turns], ['redirected', 6]);
  });

  for (const [what, body] of [
    ['a million lists in each other', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`],
    [
      'a hundred thousand records in each other, with a number nobody can hold',
      `${'{"a":'.repeat(100_000)}12345678901234567890${'}'.repeat(100_000)}`,
    ],
  ] as const) {
    for (const status of ['200 OK', '404 Not Found']) {
      it(`that answers ${status} with ${what} ends in an error, not in a crash`, async () => {
        const server = await net.serveRaw((socket) => socket.write(answer(body, status)));
        const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
        assert.equal(facts.status, Number(status.slice(0, 3)));
      });
    }
  }

  const million = 1_000_000;
  for (const [what, text, says] of [
    ['thirty million lists in each other', '['.repeat(30 * million), /nests more than 64 levels/],
    ['two million numbers', `[${'1,'.repeat(2 * million)}1]`, /more than 500000 values/],
    ['two million lists', `[${'[],'.repeat(2 * million)}[]]`, /more than 500000 values/],
    [
      'a record of twenty thousand members',
      JSON.stringify([Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`member ${index}`, index]))]),
      /more than 10000 members/,
    ],
  ] as const)
    it(`that answers with ${what}, packed, is left before they are made`, async () => {
      const packed = gzipSync(text);
      const server = await net.serve((_, response) =>
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed),
      );
      const { facts } = await failureOf(connect(net, server.origin).client.send(listCommits, { id: 1 }));
      assert.deepEqual([facts.failure, server.received.length], ['tooLarge', 1]);
      assert.match(facts.detail ?? '', says);
      const asked = connectGraphql(net, server.origin).client.query(ownGroupsQuery, {});
      assert.equal((await failureOf(asked)).facts.failure, 'tooLarge');
    });

  it('that names members of every object changes none', async () => {
    const role =
      '{"id":1,"base_access_level":10,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const server = await net.serveRaw((socket) => socket.write(answer(`[${role}]`)));
    const [read] = await connect(net, server.origin).client.send(listMemberRoles, { id: 1 });
    assert.equal(read?.base_access_level, 10);
    assert.equal((read as { polluted?: unknown }).polluted, undefined);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
});
