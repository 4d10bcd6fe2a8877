import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './paths.ts';
import { readZipEntries } from './zipEntries.ts';

/** An archive's directory with one entry for each name, and a comment at its end. */
const directory = (names: readonly string[]): Buffer => {
  const entries = names.map((name, index) => {
    const entry = Buffer.alloc(46 + Buffer.byteLength(name) + 3);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(10 + index, 20);
    entry.writeUInt32LE(100 + index, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt16LE(3, 30);
    entry.write(name, 46);
    return entry;
  });
  const end = Buffer.alloc(22 + 5, '#');
  end.fill(0, 0, 22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 10);
  return Buffer.concat([...entries, end]);
};

describe('readZipEntries', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder('zip');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('lists names and sizes in the order of the directory', () => {
    const file = path.join(folder, 'a.zip');
    writeFileSync(file, directory(['b.txt', 'ä.txt']));
    assert.deepEqual(readZipEntries(file), [
      { name: 'b.txt', compressedBytes: 10, sizeBytes: 100 },
      { name: 'ä.txt', compressedBytes: 11, sizeBytes: 101 },
    ]);
  });

  it('refuses what is no archive', () => {
    const file = path.join(folder, 'b.zip');
    writeFileSync(file, 'no archive, but longer than the shortest one');
    assert.throws(() => readZipEntries(file), /is no zip archive/);
  });
});
