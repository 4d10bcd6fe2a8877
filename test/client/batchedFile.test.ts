import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { BatchedFile } from '../../src/client/batchedFile.ts';

/** Bytes in memory of their own, as connections bring them. */
const own = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes);

describe('BatchedFile', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'graft-batched-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const written = async (parts: readonly Uint8Array[]): Promise<Buffer> => {
    const file = path.join(folder, 'file');
    const handle = await open(file, 'w');
    const batched = new BatchedFile(handle);
    for (const part of parts) await batched.take(part);
    await batched.end();
    await handle.close();
    return readFile(file);
  };

  it('writes every byte, and gives the memory of what it has written back', async () => {
    const whole = randomBytes(5_000_000);
    const parts: Uint8Array[] = [];
    for (let at = 0; at < whole.length; at += 65_536) parts.push(own(whole.subarray(at, at + 65_536)));
    assert.ok((await written(parts)).equals(whole));
    assert.deepEqual(
      parts.filter(({ byteLength }) => byteLength > 0).map(({ byteLength }) => byteLength),
      [],
    );
  });

  it('leaves memory alone that others have a piece of', async () => {
    const shared = own(randomBytes(3_000_000));
    const copy = Buffer.from(shared);
    const pieces = [shared.subarray(0, 1_500_000), shared.subarray(1_500_000, 2_999_000), shared.subarray(2_999_000)];
    assert.ok((await written(pieces)).equals(copy));
    assert.ok(copy.equals(shared));
  });

  it('leaves the pool of the runtime alone', async () => {
    const pooled = Array.from({ length: 600 }, (_, index) => Buffer.from(`line ${index}\n`));
    const words = pooled.map(String);
    assert.equal((await written(pooled)).toString(), words.join(''));
    assert.deepEqual(pooled.map(String), words);
    assert.equal(Buffer.from('still here').toString(), 'still here');
  });
});
