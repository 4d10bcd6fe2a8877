import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileToUpload } from '../../src/client/fileToUpload.ts';
import { importProject } from '../../src/wire/projectTransfer.ts';
import { answerJson, connect, failureOf } from './connect.ts';
import { loopback } from './loopback.ts';

const imported = { id: 1, name: 'a', path: 'a', path_with_namespace: 'b/a', import_status: 'scheduled' };

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('fileToUpload', () => {
  const net = loopback();
  let folder = '';
  let file = '';

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'graft-upload-'));
    file = path.join(folder, 'orchard.tar.gz');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Without repetition, so that parts cannot be mistaken. */
  const bytesOf = (size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
    return bytes;
  };

  for (const size of [0, 1, 512 * 1024 - 1, 512 * 1024, 512 * 1024 + 1, 5_000_003])
    it(`sends all ${size} bytes as they lie on the disk`, async () => {
      const bytes = bytesOf(size);
      await writeFile(file, bytes);
      const parts: Buffer[] = [];
      const server = await net.serveStreaming((request, response) => {
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => answerJson(response, imported, { status: 201 }));
      });
      const upload = await fileToUpload(file);
      assert.deepEqual([upload.name, upload.size], ['orchard.tar.gz', size]);
      await connect(net, server.origin).client.send(importProject, { path: 'a', file: upload });
      const body = Buffer.concat(parts);
      const head = body.indexOf('application/octet-stream\r\n\r\n') + 'application/octet-stream\r\n\r\n'.length;
      assert.equal(hashOf(body.subarray(head, head + size)), hashOf(bytes));
      assert.match(
        body.subarray(head + size).toString('latin1'),
        /^\r\n--graft-[^]*name="path"\r\n\r\na\r\n--graft-[\w-]+--\r\n$/,
      );
    });

  it('is not sent when the file has become shorter meanwhile', async () => {
    await writeFile(file, bytesOf(3_000_000));
    const server = await net.serve((_, response) => answerJson(response, { id: 1 }, { status: 201 }));
    const upload = await fileToUpload(file);
    await truncate(file, 2_000_000);
    const { facts } = await failureOf(
      connect(net, server.origin).client.send(importProject, { path: 'a', file: upload }),
    );
    assert.deepEqual([facts.failure, facts.outcome], ['invalidParameters', 'notSent']);
    assert.match(facts.detail ?? '', /orchard\.tar\.gz has 2000000 of the 3000000 bytes/);
  });

  it('is not sent when the file has gone', async () => {
    await writeFile(file, 'x');
    const server = await net.serve((_, response) => answerJson(response, { id: 1 }, { status: 201 }));
    const upload = await fileToUpload(file);
    await rm(file);
    const { facts } = await failureOf(
      connect(net, server.origin).client.send(importProject, { path: 'a', file: upload }),
    );
    assert.deepEqual([facts.failure, facts.outcome], ['invalidParameters', 'notSent']);
  });

  it('says at once that there is no such file', async () => {
    await assert.rejects(fileToUpload(path.join(folder, 'nothing')), /ENOENT/);
  });

  it('lets the file go when its reader has had enough', async () => {
    await writeFile(file, bytesOf(2_000_000));
    const upload = await fileToUpload(file);
    for await (const part of upload.open()) {
      assert.equal(part.length, 512 * 1024);
      break;
    }
    // Windows rejects this for open files
    await rm(file);
  });
});
