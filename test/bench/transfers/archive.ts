import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, createWriteStream, openSync, rmSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** Writes an export like GitLab's, nearly all of it an incompressible bundle. */
export const makeArchive = async (file: string, sizeBytes: number): Promise<void> => {
  const tar = pack();
  const writing = pipeline(tar, createGzip({ level: 0, chunkSize: 1024 * 1024 }), createWriteStream(file));
  for (const [name, text] of [
    ['VERSION', '0.2.4'],
    ['GITLAB_VERSION', '18.7.1'],
    ['GITLAB_REVISION', '0123abcd'],
    ['tree/project.json', '{"name":"Orchard","path":"orchard"}'],
  ] as const)
    tar.entry({ name }, text);
  const block = randomBytes(1024 * 1024);
  const blocks = Math.max(1, Math.floor(sizeBytes / block.length));
  const entry = tar.entry({ name: 'project.bundle', size: blocks * block.length });
  for (let number = 0; number < blocks; number += 1) {
    // makes each block different
    block.writeUInt32LE(number, 0);
    if (!entry.write(Buffer.from(block))) await once(entry, 'drain');
  }
  entry.end(Buffer.alloc(0));
  tar.finalize();
  await writing;
};

/** Grows the file cache by writing and removing a file: virtual machines get lent memory back page by page. */
export const makeCacheRoom = (file: string, sizeBytes: number): void => {
  const handle = openSync(file, 'w');
  try {
    const block = Buffer.alloc(1024 * 1024);
    for (let left = sizeBytes; left > 0; left -= block.length)
      writeSync(handle, block, 0, Math.min(block.length, left));
  } finally {
    closeSync(handle);
    rmSync(file);
  }
};
