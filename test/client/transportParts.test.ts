import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import http2 from 'node:http2';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import type * as Undici from 'undici';
import { directConnections, type NetworkSettings, type Transport } from '../../src/client/transport.ts';
import type * as Transporting from '../../src/client/undici/undiciTransport.ts';
import { fixturesFolder } from '../support/fixtures.ts';
import { rootFolder, temporaryFolder } from '../support/paths.ts';
import { serveCable } from './cable.ts';
import { answerJson } from './connect.ts';
import { type Answering, certificate, loopback } from './loopback.ts';

/** Builds a script with undici as the transport has it. */
const buildWithParts = async (contents: string, outfile: string): Promise<void> => {
  const file = pathToFileURL(path.join(rootFolder, 'build', 'undiciParts.mjs'));
  const { usedPartsOfUndici } = (await import(String(file))) as { readonly usedPartsOfUndici: Plugin };
  const stdin = { contents, resolveDir: rootFolder };
  const plugins = [usedPartsOfUndici];
  await build({ stdin, outfile, plugins, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' });
};

describe('what of undici is in the bundle of the transport', () => {
  const net = loopback();
  const require = createRequire(import.meta.url);
  let folder = '';
  let file = '';

  before(async function () {
    this.timeout(20_000);
    folder = temporaryFolder('parts');
    file = path.join(folder, 'transport.cjs');
    const script = path.join(rootFolder, 'esbuild.mjs');
    await promisify(execFile)(process.execPath, [script, '--only=transport', `--outdir=${folder}`], {
      cwd: rootFolder,
    });
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const open = (settings: Partial<NetworkSettings> = {}): Transport => {
    const { createUndiciTransport } = require(file) as typeof Transporting;
    const transport = createUndiciTransport({ ...directConnections, ...settings });
    net.defer(() => transport.close());
    return transport;
  };

  const send = async (transport: Transport, address: string, sent?: Uint8Array): Promise<unknown> => {
    const answer = await transport.send({
      method: sent === undefined ? 'GET' : 'PUT',
      url: new URL(address),
      headers: {},
      body: sent === undefined ? undefined : { sizeBytes: sent.length, open: () => oneByOne(sent) },
      signal: new AbortController().signal,
      headersTimeoutMs: 5_000,
      bodyTimeoutMs: 5_000,
      wholeTimeoutMs: 5_000,
    });
    const parts: Uint8Array[] = [];
    for await (const part of answer.body) parts.push(part);
    return JSON.parse(Buffer.concat(parts).toString());
  };

  async function* oneByOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (const byte of bytes) yield Uint8Array.of(byte);
  }

  it('is what requests, proxies and sockets are made of', () => {
    const text = readFileSync(file, 'utf8');
    const found = (start: string): string[] =>
      [...text.matchAll(new RegExp(`^// ${start}(\\S+)$`, 'gm'))].map((match) => match[1] ?? '');
    const here = found('node_modules/undici/');
    assert.deepEqual([...new Set(here.map((name) => path.posix.dirname(name)))].sort(), [
      '.',
      'lib',
      'lib/api',
      'lib/core',
      'lib/dispatcher',
      'lib/encoding',
      'lib/handler',
      'lib/llhttp',
      'lib/util',
      'lib/web/cache',
      'lib/web/fetch',
      'lib/web/infra',
      'lib/web/webidl',
      'lib/web/websocket',
    ]);
    const missing = found('left-out-of-undici:');
    assert.notEqual(missing.length, 0);
    assert.deepEqual(
      here.filter((name) => missing.includes(name)),
      [],
      'left out, and in the bundle for somebody else',
    );
    assert.deepEqual(
      here.filter((name) => name.endsWith('-wasm.js')),
      ['lib/llhttp/llhttp-wasm.js'],
    );
  });

  it('reads and writes', async () => {
    const server = await net.serve(({ body }, response) => answerJson(response, { body }));
    const transport = open();
    assert.deepEqual(await send(transport, server.origin), { body: '' });
    assert.deepEqual(await send(transport, server.origin, Buffer.from('pick')), { body: 'pick' });
  });

  it('calls an answer that cannot be one by a code, in a small bundle as well', async () => {
    const server = await net.serveRaw((socket) => socket.write('HTTP/1.1 000 No\r\ncontent-length: 0\r\n\r\n'));
    await assert.rejects(send(open(), server.origin), {
      code: 'ERR_ASSERTION',
      // its own words: without them Node would look for the code of the assertion
      message: 'an assertion of undici does not hold',
    });
  });

  it('asks a server that prefers HTTP/2 for HTTP/1.1', async () => {
    const key = readFileSync(path.join(fixturesFolder, 'tls', 'loopback.key.pem'), 'utf8');
    const options = { key, cert: certificate('loopback'), allowHTTP1: true };
    const server = http2.createSecureServer(options, ({ httpVersion }, response) =>
      response.writeHead(200).end(JSON.stringify({ httpVersion })),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    net.defer(async () => void server.close());
    const { port } = server.address() as AddressInfo;
    const transport = open({ strictCertificates: false });
    assert.deepEqual(await send(transport, `https://127.0.0.1:${port}`), { httpVersion: '1.1' });
  });

  for (const kind of ['plain', 'encrypted'] as const) {
    it(`goes through a proxy for ${kind} requests`, async () => {
      const answering: Answering = (_, response) => answerJson(response, { kind });
      const server = await (kind === 'plain' ? net.serve(answering) : net.serveTls(answering));
      const proxy = await net.serveProxy();
      const transport = open({ proxies: [{ name: 'http.proxy', text: proxy.origin }], strictCertificates: false });
      assert.deepEqual(await send(transport, server.origin.replace('127.0.0.1', 'gitlab.invalid')), { kind });
      assert.equal(proxy.asked.length, 1);
    });
  }

  it('opens a socket, tells and hears', async () => {
    const cable = await serveCable(() => ({ message: 'changed' }));
    net.defer(() => cable.close());
    const Socket = open().webSocket ?? assert.fail('the transport has no sockets');
    const options = { protocols: ['actioncable-v1-json'], headers: { authorization: 'Bearer token' } };
    const socket = new Socket(cable.origin.replace('http', 'ws'), options);
    const heard: unknown[] = [];
    await new Promise((resolve, reject) => {
      socket.addEventListener('error', reject);
      socket.addEventListener('open', () => socket.send(JSON.stringify({ command: 'subscribe', identifier: 'one' })));
      socket.addEventListener(
        'message',
        ({ data }) => heard.push(JSON.parse(String(data))) === 3 && resolve(undefined),
      );
    });
    const isClosed = once(socket, 'close');
    socket.close(1000, 'enough');
    await isClosed;
    assert.deepEqual(heard, [
      { type: 'welcome' },
      { identifier: 'one', type: 'confirm_subscription' },
      { identifier: 'one', message: 'changed' },
    ]);
    assert.deepEqual(cable.authorizations, ['Bearer token']);
  });

  it('says what is missing when a part is called that was left out', async () => {
    const outfile = path.join(folder, 'whole.cjs');
    await buildWithParts(`module.exports = require('undici');`, outfile);
    const undici = require(outfile) as typeof Undici;
    assert.throws(() => new undici.MockAgent(), /lib\/mock\/mock-agent\.js is no part of this bundle of undici/);
    assert.throws(
      () => undici.getCookies(new undici.Headers()),
      /getCookies of lib\/web\/cookies\/index\.js is no part/,
    );
  }).timeout(10_000);

  it('is not built when undici has no such part any more', async () => {
    // a script that asks for a part of undici alone stands for an undici that has become another
    await assert.rejects(
      buildWithParts(`module.exports = require('undici/lib/dispatcher/pool.js');`, path.join(folder, 'pool.cjs')),
      /undici has changed: index\.js no longer asks for lib\/cache\//,
    );
  }).timeout(10_000);
});
