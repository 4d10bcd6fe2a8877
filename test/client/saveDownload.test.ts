import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { saveDownload } from '../../src/client/saveDownload.ts';
import type { TransferProgress } from '../../src/client/transport.ts';
import { downloadGroupExport } from '../../src/wire/groupTransfer.ts';
import { connect, failureOf, secret, signal } from './connect.ts';
import { loopback } from './loopback.ts';

const group = { id: 'group' };
const archive = gzipSync(Buffer.alloc(3_000_000, 'something '), { level: 0 });

describe('saveDownload', () => {
  const net = loopback();
  let folder = '';
  let target = '';

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'graft-save-'));
    target = path.join(folder, 'group.tar.gz');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('saves all bytes, says how far it is, and takes the place of a file already there', async () => {
    await writeFile(target, 'an older export');
    const server = await net.serve((_, response) =>
      response
        .writeHead(200, {
          'content-length': archive.length,
          'content-disposition': 'attachment; filename="2026_group_export.tar.gz"',
        })
        .end(archive),
    );
    const progress: TransferProgress[] = [];
    const saved = await saveDownload(connect(net, server.origin).client, downloadGroupExport, group, target, {
      progress: (now) => progress.push(now),
    });
    assert.deepEqual(saved, { target, sizeBytes: archive.length, fileName: '2026_group_export.tar.gz' });
    assert.ok((await readFile(target)).equals(archive));
    assert.deepEqual(await readdir(folder), ['group.tar.gz']);
    assert.ok(progress.length > 1);
    assert.deepEqual(progress.at(-1), { doneBytes: archive.length, totalBytes: archive.length });
  });

  it('saves what another server holds, which never sees the token', async () => {
    const other = await net.serve((_, response) => response.end(archive));
    const server = await net.serve((_, response) => response.writeHead(302, { location: `${other.origin}/x` }).end());
    await saveDownload(connect(net, server.origin).client, downloadGroupExport, group, target);
    assert.ok((await readFile(target)).equals(archive));
    assert.doesNotMatch(JSON.stringify(other.received), new RegExp(secret));
  });

  it('leaves nothing, and the older file as it was, when the download is cut', async () => {
    await writeFile(target, 'an older export');
    const server = await net.serveRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${archive.length}\r\n\r\n`);
      socket.end(archive.subarray(0, 100_000));
    });
    const request = saveDownload(connect(net, server.origin).client, downloadGroupExport, group, target);
    assert.equal((await failureOf(request)).facts.failure, 'unreachable');
    assert.deepEqual(await readdir(folder), ['group.tar.gz']);
    assert.equal(await readFile(target, 'utf8'), 'an older export');
    assert.equal(server.requestLines.length, 1);
  });

  it('writes beside the target, and removes that when it is cancelled', async () => {
    const closed = signal();
    const server = await net.serveStreaming((_, response) => {
      response.on('close', () => closed.give());
      response.writeHead(200, { 'content-length': archive.length }).write(archive.subarray(0, 100_000));
    });
    const controller = new AbortController();
    const begun = signal();
    const request = failureOf(
      saveDownload(connect(net, server.origin).client, downloadGroupExport, group, target, {
        signal: controller.signal,
        progress: () => begun.give(),
      }),
    );
    await begun.promise;
    assert.match((await readdir(folder)).join(), /^group\.tar\.gz\..+\.part$/);
    controller.abort();
    assert.equal((await request).facts.failure, 'cancelled');
    assert.deepEqual(await readdir(folder), []);
    await closed.promise;
  });

  for (const [what, body] of [
    ['a page to sign in', '<html>Sign in</html>'],
    ['half a beginning', '\u001f'],
    ['nothing', ''],
  ] as const) {
    it(`saves no ${what}`, async () => {
      const server = await net.serve((_, response) => response.writeHead(200).end(body));
      const request = saveDownload(connect(net, server.origin).client, downloadGroupExport, group, target);
      const { facts } = await failureOf(request);
      assert.deepEqual([facts.failure, facts.reference, facts.status], ['notGitLab', 'G2', 200]);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('accepts a beginning that comes byte by byte', async () => {
    const small = gzipSync('x');
    const server = await net.serve((_, response) => {
      for (const byte of small) response.write(Buffer.from([byte]));
      response.end();
    });
    await saveDownload(connect(net, server.origin).client, downloadGroupExport, group, target);
    assert.ok((await readFile(target)).equals(small));
  });

  it('ends the download and says so when there is no room for the file', async () => {
    const closed = signal();
    const server = await net.serveStreaming((_, response) => {
      response.on('close', () => closed.give());
      response.writeHead(200, { 'content-length': archive.length }).write(archive.subarray(0, 1000));
    });
    const nowhere = path.join(folder, 'missing', 'group.tar.gz');
    await assert.rejects(saveDownload(connect(net, server.origin).client, downloadGroupExport, group, nowhere), {
      code: 'ENOENT',
    });
    await closed.promise;
  });

  it('writes no file when the server refuses', async () => {
    const server = await net.serve((_, response) => response.writeHead(404).end());
    const request = saveDownload(connect(net, server.origin).client, downloadGroupExport, group, target);
    assert.equal((await failureOf(request)).facts.failure, 'notFound');
    assert.deepEqual(await readdir(folder), []);
  });
});
