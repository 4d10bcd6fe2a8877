import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createClient } from '../../src/client/client.ts';
import type { RequestError } from '../../src/client/errors.ts';
import { cherryPickCommit, listCommits } from '../../src/wire/commits.ts';
import { getUser } from '../../src/wire/instance.ts';
import { getRawFile } from '../../src/wire/projects.ts';
import { holds } from '../support/servers/holds.ts';
import { type Connection, connect, failureOf, secret } from './connect.ts';
import { loopback } from './loopback.ts';
import { pick } from './samples.ts';

/** Texts reachable from a value: own properties, causes, collection entries. */
const reachable = (root: unknown): readonly string[] => {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    if (Buffer.isBuffer(value)) texts.push(value.toString('latin1'));
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof Map || value instanceof Set) visit([...value]);
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (property && 'value' in property) visit(property.value);
    }
  };
  visit(root);
  return texts;
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const refused = (status: string, body: unknown): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(body)}`;

const assertSilent = (error: RequestError, { records }: Pick<Connection, 'records'>): void => {
  const texts = [
    ...reachable(error),
    ...reachable(records),
    JSON.stringify(error),
    String(error),
    error.stack ?? '',
    inspect(error, { depth: 20, showHidden: true }),
  ];
  for (const text of texts) assert.ok(!holds(text, secret), `the token is in: ${text.slice(0, 300)}`);
};

describe('the token', () => {
  const net = loopback();

  it('would be found by this suite in base64, whatever stands before it', () => {
    for (const before of ['', 'o', 'ol', 'olive:']) {
      assert.ok(holds(`Basic ${base64(`${before}${secret}\n`)}`, secret));
      assert.ok(holds(Buffer.from(`${before}${secret}\n`).toString('base64url'), secret));
    }
  });

  it('would be found by this suite in a cause, in a stack and in a hidden property', () => {
    const cause = Object.defineProperty(new Error('cause'), 'hidden', {
      value: [new Map([['authorization', secret]])],
    });
    assert.ok(reachable(new Error('outer', { cause })).some((text) => text.includes(secret)));
  });

  for (const [what, answer] of [
    [
      'a refusal',
      'HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{"message":"401 Unauthorized"}',
    ],
    ['an answer of another kind', 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n{"id":1}'],
    ['a web page', 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n<html>'],
    ['a body that is cut', 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"id"'],
    ['an answer that is no HTTP', 'SSH-2.0-OpenSSH_9.2p1\r\n\r\n'],
    [
      'a redirect to another server',
      'HTTP/1.1 302 Found\r\nlocation: https://elsewhere.invalid/x\r\ncontent-length: 0\r\n\r\n',
    ],
    [
      'a refusal that repeats the request',
      `HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\n\r\nGET /user\nauthorization: Bearer ${secret}\n`,
    ],
    [
      'a redirect that repeats the token',
      `HTTP/1.1 302 Found\r\nlocation: https://elsewhere.invalid/${secret}\r\ncontent-length: 0\r\n\r\n`,
    ],
    ['an answer whose type repeats the token', `HTTP/1.1 200 OK\r\ncontent-type: text/${secret}\r\n\r\n{"id":`],
    ['scopes that repeat the token', refused('403 Forbidden', { error: 'insufficient_scope', scope: `api ${secret}` })],
    ['a code that repeats the token', refused('400 Bad Request', { message: 'no', error_code: secret })],
    ['a refusal that repeats it in base64', refused('400 Bad Request', { message: `Basic ${base64(secret)}` })],
    ['one in base64 behind a name', refused('400 Bad Request', { message: `Basic ${base64(`olive:${secret}`)}` })],
    ['one in base64 as a whole header', refused('400 Bad Request', { message: base64(`Bearer ${secret}\r\n`) })],
    [
      'one in base64 for addresses',
      refused('400 Bad Request', { message: Buffer.from(`{"t":"${secret}"}`).toString('base64url') }),
    ],
    ['an answer that is no HTTP and repeats the token', `SSH-2.0-${secret}\r\n\r\n`],
    ['a record that repeats the token', `HTTP/1.1 200 OK\r\n\r\n{"id":"${secret}","username":"olive"}`],
    ['nothing', ''],
  ] as const) {
    it(`is nowhere in the error and the records after ${what}`, async () => {
      const server = await net.serveRaw((socket) => socket.end(answer));
      const connection = connect(net, server.origin);
      assertSilent(await failureOf(connection.client.send(getUser, {})), connection);
      assertSilent(await failureOf(connection.client.send(cherryPickCommit, pick)), connection);
      assert.ok(connection.records.length >= 2);
    });
  }

  it('is not there in part either where the words of the server are cut', async () => {
    for (const [shown, start] of [
      [secret, 0],
      [base64(`olive:${secret}`), 8],
    ] as const) {
      for (const cut of [9, 20, 29]) {
        const message = 'x'.repeat(1000 - cut) + shown;
        const server = await net.serveRaw((socket) => socket.end(refused('400 Bad Request', { message })));
        const { serverMessage = '' } = (await failureOf(connect(net, server.origin).client.send(getUser, {}))).facts;
        assert.ok(serverMessage.endsWith('…'));
        assert.doesNotMatch(serverMessage, new RegExp(shown.slice(start, start + 8)));
      }
    }
  });

  it('is nowhere in the error and the records when nobody listens, when time is over and when the caller gives up', async () => {
    const refused = connect(net, `http://127.0.0.1:${await net.unusedPort()}`);
    assertSilent(await failureOf(refused.client.send(getUser, {})), refused);
    const silent = await net.serveRaw(() => undefined);
    const late = connect(net, silent.origin, { patienceMs: 50 });
    assertSilent(await failureOf(late.client.send(cherryPickCommit, pick)), late);
    const controller = new AbortController();
    const server = await net.serveRaw(() => controller.abort());
    const cancelled = connect(net, server.origin);
    assertSilent(
      await failureOf(cancelled.client.send(cherryPickCommit, pick, { signal: controller.signal })),
      cancelled,
    );
  });

  it('is nowhere in the error and the records when it cannot be sent, and nothing is sent', async () => {
    const server = await net.serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
    for (const token of [`${secret}\n`, `${secret}\r\nx-injected: 1`, `${secret}–`, `${secret}\u0000`]) {
      const connection = connect(net, server.origin, { token });
      const { client } = connection;
      for (const request of [() => client.send(getUser, {}), () => client.send(cherryPickCommit, pick)]) {
        const error = await failureOf(request());
        assertSilent(error, connection);
        assert.deepEqual([error.facts.failure, error.facts.outcome], ['unauthorized', 'notSent']);
      }
      assert.deepEqual(connection.waits, []);
    }
    assert.deepEqual(server.requestLines, []);
  });

  it('is nowhere in the error and the records when the surroundings fail, and nothing is sent', async () => {
    const connection = connect(net, 'http://127.0.0.1:1');
    const records: Connection['records'][number][] = [];
    for (const broken of ['token', 'transport'] as const) {
      const client = createClient({
        baseUrl: 'http://127.0.0.1:1',
        token: async () => (broken === 'token' ? Promise.reject(new Error('the keychain is locked')) : secret),
        transport: async () =>
          broken === 'transport' ? Promise.reject(new Error('no network')) : connection.transport,
        record: (request) => records.push(request),
        wait: async () => undefined,
      });
      const error = await failureOf(client.send(cherryPickCommit, pick));
      assertSilent(error, { records });
      assert.equal(error.facts.outcome, 'notSent');
      assert.match(error.message, broken === 'token' ? /keychain is locked/ : /no network/);
    }
  });

  it('goes into the header and nowhere else', async () => {
    const server = await net.serve((_, response) => response.writeHead(404).end());
    const { client } = connect(net, server.origin);
    await failureOf(client.send(listCommits, { id: 1, path: 'x' }));
    await failureOf(client.send(getRawFile, { id: 1, file_path: 'x', ref: 'main' }));
    await failureOf(client.send(cherryPickCommit, pick));
    for (const { target, body, headers } of server.received) {
      const { authorization, ...others } = headers;
      assert.equal(authorization, `Bearer ${secret}`);
      assert.doesNotMatch(JSON.stringify([target, body, others]), new RegExp(secret));
    }
    assert.equal(server.received.length, 3);
  });
});
