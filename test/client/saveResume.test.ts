import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Interrupted, DiskFull, type PartialDownload, saveDownload } from '../../src/client/saveDownload.ts';
import { downloadGroupExport } from '../../src/wire/groupTransfer.ts';
import { fullDisk } from '../support/servers/fullDisk.ts';
import { connect, failureOf, secret, signal } from './connect.ts';
import { loopback } from './loopback.ts';

const group = { id: 'group' };
const archive = gzipSync(randomBytes(3_000_000), { level: 0 });
const etag = '"first"';

/** Serves an archive or a range like Workhorse and object storages; `cut` closes early. */
const give = (
  request: { readonly headers: IncomingHttpHeaders },
  response: ServerResponse,
  facts: { readonly body?: Buffer; readonly etag?: string; readonly cut?: number } = {},
): void => {
  const { body = archive, cut } = facts;
  const name = facts.etag ?? etag;
  const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  const isRest = from !== undefined && request.headers['if-range'] === name;
  const rest = isRest ? body.subarray(Number(from)) : body;
  response.writeHead(isRest ? 206 : 200, {
    etag: name,
    'content-length': rest.length,
    ...(isRest ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
  });
  if (cut === undefined) response.end(rest);
  else response.write(rest.subarray(0, cut), () => response.destroy());
};

describe('saveDownload with what is kept of a broken download', () => {
  const net = loopback();
  let folder = '';
  let target = '';
  let known: { validator?: string | undefined; wholeBytes?: number | undefined } = {};

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'graft-resume-'));
    target = path.join(folder, 'group.tar.gz');
    known = {};
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const partial = (): PartialDownload => ({
    file: `${target}.part`,
    ...known,
    onStart: async ({ validator, wholeBytes }) => void (known = { validator, wholeBytes }),
  });
  const save = (origin: string, more: { signal?: AbortSignal; check?: (file: string) => Promise<void> } = {}) =>
    saveDownload(connect(net, origin).client, downloadGroupExport, group, target, { partial: partial(), ...more });

  it('asks only for the rest of what came before the connection broke', async () => {
    const ranges: (string | undefined)[] = [];
    const server = await net.serveStreaming((request, response) => {
      ranges.push(request.headers.range);
      give(request, response, ranges.length === 1 ? { cut: 1_000_000 } : {});
    });
    assert.equal((await failureOf(save(server.origin))).facts.failure, 'unreachable');
    assert.deepEqual(await readdir(folder), ['group.tar.gz.part']);
    const { size } = await stat(`${target}.part`);
    assert.ok(size > 0 && size <= 1_000_000, String(size));
    assert.deepEqual(known.wholeBytes, archive.length);
    await save(server.origin);
    assert.deepEqual(ranges, [undefined, `bytes=${size}-`]);
    assert.ok((await readFile(target)).equals(archive));
    assert.deepEqual(await readdir(folder), ['group.tar.gz']);
  });

  it('begins anew when the server has another archive by now', async () => {
    await writeFile(`${target}.part`, archive.subarray(0, 500_000));
    known = { validator: '"older"', wholeBytes: archive.length };
    const server = await net.serve((request, response) => give(request, response));
    await save(server.origin);
    assert.ok((await readFile(target)).equals(archive));
    assert.equal(known.validator, etag);
  });

  it('begins anew when the archive has another length by now, whatever it is called', async () => {
    await writeFile(`${target}.part`, randomBytes(500_000));
    known = { validator: etag, wholeBytes: archive.length - 1 };
    const server = await net.serve((request, response) => give(request, response));
    await save(server.origin);
    assert.ok((await readFile(target)).equals(archive));
    assert.deepEqual(known, { validator: etag, wholeBytes: archive.length });
    assert.deepEqual(
      server.received.map(({ headers }) => headers.range),
      ['bytes=500000-', undefined],
    );
  });

  it('joins nothing when the archive has become another behind the address of a redirect', async () => {
    const ranges: (string | undefined)[] = [];
    const longer = gzipSync(randomBytes(3_000_100), { level: 0 });
    const storage = await net.serveStreaming((request, response) => {
      ranges.push(request.headers.range);
      give(request, response, ranges.length === 1 ? { cut: 600_000 } : { body: longer });
    });
    const server = await net.serve((_, response) => response.writeHead(302, { location: storage.origin }).end());
    assert.equal((await failureOf(save(server.origin))).facts.failure, 'unreachable');
    await save(server.origin);
    assert.ok((await readFile(target)).equals(longer));
    assert.equal(ranges.at(-1), undefined);
  });

  it('begins anew when nothing is known that tells whether it is the same archive', async () => {
    await writeFile(`${target}.part`, 'left by something else');
    let range: string | undefined;
    const server = await net.serve((request, response) => {
      range = request.headers.range;
      response.end(archive);
    });
    await save(server.origin);
    assert.equal(range, undefined);
    assert.ok((await readFile(target)).equals(archive));
  });

  for (const [what, headers] of [
    ['another place', { 'content-range': `bytes 7-${archive.length - 1}/${archive.length}`, etag }],
    ['another archive', { 'content-range': `bytes 500000-${archive.length - 1}/${archive.length}`, etag: '"other"' }],
    ['an archive that is longer', { 'content-range': `bytes 500000-${archive.length}/*`, etag }],
    ['a piece that ends too early', { 'content-range': `bytes 500000-600000/${archive.length}`, etag }],
    ['no place at all', { etag }],
  ] as const) {
    it(`takes no rest from ${what}, but the whole`, async () => {
      await writeFile(`${target}.part`, archive.subarray(0, 500_000));
      known = { validator: etag, wholeBytes: archive.length };
      const server = await net.serve((request, response) => {
        if (request.headers.range === undefined) give(request, response);
        else response.writeHead(206, headers).end(archive.subarray(500_000));
      });
      await save(server.origin);
      assert.ok((await readFile(target)).equals(archive));
      assert.equal(server.received.length, 2);
    });
  }

  it('begins anew when the server knows no such rest', async () => {
    await writeFile(`${target}.part`, archive.subarray(0, 500_000));
    known = { validator: etag, wholeBytes: archive.length };
    const server = await net.serve((request, response) => {
      if (request.headers.range === undefined) give(request, response);
      else response.writeHead(416).end();
    });
    await save(server.origin);
    assert.ok((await readFile(target)).equals(archive));
  });

  it('asks nothing when all bytes are here, and checks them', async () => {
    await writeFile(`${target}.part`, archive);
    known = { validator: etag, wholeBytes: archive.length };
    let checked = '';
    const server = await net.serve((_, response) => response.end('unwanted'));
    await save(server.origin, { check: async (file) => void (checked = file) });
    assert.equal(server.received.length, 0);
    assert.equal(checked, `${target}.part`);
    assert.ok((await readFile(target)).equals(archive));
  });

  it('goes on at once where a redirect led, without asking the service again', async () => {
    let asked = 0;
    let told = '';
    const storage = await net.serveStreaming((request, response) => {
      asked += 1;
      told += JSON.stringify(request.headers);
      give(request, response, asked < 3 ? { cut: 600_000 } : {});
    });
    const server = await net.serve((_, response) =>
      response.writeHead(302, { location: `${storage.origin}/x?signature=1` }).end(),
    );
    await saveDownload(connect(net, server.origin).client, downloadGroupExport, group, target);
    assert.ok((await readFile(target)).equals(archive));
    assert.equal(asked, 3);
    assert.equal(server.received.length, 1);
    assert.match(told, /if-range/);
    assert.doesNotMatch(told, new RegExp(secret));
    assert.deepEqual(await readdir(folder), ['group.tar.gz']);
  });

  it('says why it broke off when the address of a redirect has expired', async () => {
    let asked = 0;
    const storage = await net.serveStreaming((request, response) => {
      asked += 1;
      if (asked > 1) response.writeHead(403).end();
      else give(request, response, { cut: 600_000 });
    });
    const server = await net.serve((_, response) => response.writeHead(302, { location: storage.origin }).end());
    assert.equal((await failureOf(save(server.origin))).facts.failure, 'unreachable');
    assert.equal(asked, 2);
    assert.deepEqual(await readdir(folder), ['group.tar.gz.part']);
  });

  it('keeps what has come when the program ends, and nothing when the user cancels', async () => {
    for (const reason of [new Interrupted('the end'), undefined]) {
      const server = await net.serveStreaming((_, response) => {
        response.writeHead(200, { etag, 'content-length': archive.length }).write(archive.subarray(0, 100_000));
      });
      const controller = new AbortController();
      const begun = signal();
      const request = failureOf(
        saveDownload(connect(net, server.origin).client, downloadGroupExport, group, target, {
          partial: partial(),
          signal: controller.signal,
          progress: () => begun.give(),
        }),
      );
      await begun.promise;
      controller.abort(reason);
      assert.equal((await request).facts.failure, 'cancelled');
      assert.deepEqual(await readdir(folder), reason === undefined ? [] : ['group.tar.gz.part']);
    }
  });

  it('leaves nothing when the check is not content', async () => {
    const server = await net.serve((request, response) => give(request, response));
    const check = async (): Promise<void> => {
      throw new Error('not content');
    };
    await assert.rejects(save(server.origin, { check }), /not content/);
    assert.deepEqual(await readdir(folder), []);
  });

  it('takes no byte of what the disk has no room for', async () => {
    const server = await net.serveStreaming((_, response) => {
      response.writeHead(200, { etag, 'content-length': 2 ** 49 }).write(archive);
    });
    await assert.rejects(save(server.origin), (error) => error instanceof DiskFull && error.neededBytes === 2 ** 49);
    assert.deepEqual(await readdir(folder), []);
  });

  it('leaves nothing, and the older file as it was, when the disk is full at 99 percent', async () => {
    await writeFile(target, 'an older export');
    const restore = await fullDisk(folder, Math.floor(archive.length * 0.99));
    try {
      const server = await net.serve((request, response) => give(request, response));
      await assert.rejects(save(server.origin), { code: 'ENOSPC' });
    } finally {
      restore();
    }
    assert.deepEqual(await readdir(folder), ['group.tar.gz']);
    assert.equal(await readFile(target, 'utf8'), 'an older export');
  });

  it('forgets what has come when the archive is gone', async () => {
    await writeFile(`${target}.part`, archive.subarray(0, 500_000));
    known = { validator: etag, wholeBytes: archive.length };
    const server = await net.serve((_, response) => response.writeHead(404).end());
    assert.equal((await failureOf(save(server.origin))).facts.failure, 'notFound');
    assert.deepEqual(await readdir(folder), []);
  });

  it('keeps what has come when the service asks to wait', async () => {
    await writeFile(`${target}.part`, archive.subarray(0, 500_000));
    known = { validator: etag, wholeBytes: archive.length };
    const server = await net.serve((_, response) => response.writeHead(429).end());
    assert.equal((await failureOf(save(server.origin))).facts.failure, 'rateLimited');
    assert.equal(server.received.length, 1);
    assert.deepEqual(await readdir(folder), ['group.tar.gz.part']);
  });
});
