import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { startObjectStore } from '../../src/sandbox/external/objectStore.ts';
import { startExternalService } from '../../src/sandbox/external/startExternalService.ts';
import { startObjectStorage } from '../../src/sandbox/transfer/objectStorage.ts';
import { orchard, withSandbox } from './driving.ts';

interface Knocked {
  readonly status: number;
  readonly text: string;
  /** The client's port, which identifies the connection. */
  readonly port: number | undefined;
}

interface Knock {
  readonly headers?: OutgoingHttpHeaders;
  readonly method?: string;
  readonly body?: Uint8Array;
  readonly agent?: Agent;
}

/** Sends headers that `fetch` forbids. */
const knock = (url: string, { headers = {}, method = 'GET', body, agent }: Knock = {}): Promise<Knocked> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(agent === undefined ? {} : { agent }) }, (answer) => {
      const port = answer.socket.localPort;
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, port }));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const statusOf = async (url: string, headers: OutgoingHttpHeaders, method = 'GET'): Promise<number> =>
  (await knock(url, { headers, method })).status;

const foreign: readonly OutgoingHttpHeaders[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'http://localhost:1' },
  { origin: 'null' },
  // links may be followed; forms and frames may not
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
];

describe('who a sandbox answers', () => {
  const run = withSandbox({ faults: true });
  const user = (): string => `${run().sandbox.url}/api/v4/projects`;

  it('are requests to a name of the loopback, with a port or without', async () => {
    const { port } = new URL(run().sandbox.url);
    for (const name of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'LOCALHOST']) {
      for (const host of [name, `${name}:${port}`]) assert.equal(await statusOf(user(), { host }), 200, host);
    }
    for (const name of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '[::2]']) {
      for (const host of [name, `${name}:${port}`]) assert.equal(await statusOf(user(), { host }), 421, host);
    }
  });

  it('are no pages of other sites, whatever they ask for', async () => {
    const { url } = run().sandbox;
    const places = [
      '/api/v4/projects',
      '/api/graphql',
      '/-/sandbox/faults',
      '/acme/orchard.git/info/refs',
      '/acme/orchard',
    ];
    for (const headers of foreign) {
      for (const place of places)
        assert.equal(await statusOf(url + place, headers), 403, `${place} ${JSON.stringify(headers)}`);
      assert.equal(await statusOf(`${url}/-/sandbox/faults`, headers, 'POST'), 403);
    }
  });

  it('are programs, its own pages, and who follows a link', async () => {
    const { url } = run().sandbox;
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const headers of [
      {},
      { origin: url },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      visit,
    ]) {
      assert.equal(await statusOf(`${url}/acme/orchard`, headers), 200, JSON.stringify(headers));
    }
    assert.equal(await statusOf(`${url}/acme/orchard`, visit, 'POST'), 403);
  });

  it('open no socket for pages of other sites', async () => {
    const address = `${run().sandbox.url.replace('http', 'ws')}/api/graphql`;
    const opened = (headers: Record<string, string>): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = new WebSocket(address, 'graphql-transport-ws', { headers });
        socket.once('open', () => {
          socket.terminate();
          resolve(true);
        });
        socket.once('error', () => resolve(false));
      });
    assert.equal(await opened({}), true);
    assert.equal(await opened({ origin: run().sandbox.url }), true);
    assert.equal(await opened({ origin: 'https://evil.example' }), false);
    assert.equal(await opened({ host: 'evil.example' }), false);
  });
});

describe('who the services around a sandbox answer', () => {
  const closers: (() => Promise<unknown>)[] = [];
  const addresses: string[] = [];

  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'graft-admission-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'buckets'));
    const key = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu' };
    const started = [
      await startObjectStore({ folder: join(folder, 'buckets'), key }),
      await startObjectStorage('127.0.0.1'),
      await startExternalService(),
    ];
    for (const { url, close } of started) {
      addresses.push(url);
      closers.unshift(close);
    }
  });

  after(async () => {
    for (const close of closers) await close();
  });

  it('are no strangers either', async () => {
    for (const url of addresses) {
      assert.equal(await statusOf(url, { host: 'evil.example' }), 421);
      for (const headers of foreign) assert.equal(await statusOf(url, headers), 403);
      assert.ok([401, 403].includes(await statusOf(url, {})));
    }
  });
});

describe('a connection that is kept', () => {
  const run = withSandbox();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  after(() => agent.destroy());

  it('is in step after a body that is too large', async () => {
    const { url } = run().sandbox;
    const body = Buffer.alloc(65 * 1024 * 1024, ' ');
    const refused = await knock(`${url}/api/v4/projects`, { method: 'POST', body, agent });
    assert.equal(refused.status, 413);
    const next = await knock(`${url}/api/v4/projects`, { agent });
    assert.deepEqual([next.status, next.text.startsWith('[')], [200, true]);
  });

  it('is in step after git has ended before the body did', async () => {
    const { url } = run().sandbox;
    const headers = { 'content-type': 'application/x-git-upload-pack-request' };
    const body = Buffer.alloc(4 * 1024 * 1024, 'x');
    await knock(`${url}/acme/orchard.git/git-upload-pack`, { method: 'POST', headers, body, agent });
    assert.equal((await knock(`${url}/api/v4${orchard}`, { agent })).status, 200);
  });
});

describe('what is no text', () => {
  const run = withSandbox();
  const write = (action: object, more: object = {}) =>
    run().post(`${orchard}/repository/commits`, {
      branch: 'main',
      commit_message: 'Write\n',
      actions: [{ action: 'create', content: 'x', ...action }],
      ...more,
    });

  it('is refused in paths of files, as is what leads out of the repository', async () => {
    for (const path of ['..%2Fsecret', 'src%2F..%2F..%2Fsecret', 'a%00b']) {
      for (const place of [`${path}/raw`, path]) {
        const { status } = await run().get(`${orchard}/repository/files/${place}?ref=main`);
        assert.equal(status, 400, place);
      }
    }
    for (const path of ['../secret', 'src/../../secret', 'a\0b']) {
      assert.equal((await write({ file_path: path })).status, 400, path);
      assert.equal((await write({ action: 'move', file_path: 'x', previous_path: path })).status, 400, path);
    }
    assert.equal((await run().get(`${orchard}/repository/commits?path=a%00b`)).status, 400);
  });

  it('is refused in messages and branches, and taken in the content of files', async () => {
    const nul = { status: 400, json: { message: '400 Bad Request' } };
    for (const more of [{ commit_message: 'a\0b' }, { branch: 'a\0b' }]) {
      const { status, json } = await write({ file_path: 'nul.txt' }, more);
      assert.deepEqual({ status, json }, nul);
    }
    const note = await run().post(`${orchard}/repository/commits/main/comments`, { note: 'a\0b' });
    assert.equal(note.status, 400);
    const body = {
      query: 'query ($text: String) { projects(search: $text) { nodes { id } } }',
      variables: { text: 'a\0b' },
    };
    const asked = await fetch(`${run().sandbox.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(asked.status, 400);
    assert.equal((await write({ file_path: 'nul.bin', content: 'a\0b' })).status, 201);
  });
});
