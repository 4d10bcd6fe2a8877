import { closeSync, openSync, rmSync, writeSync } from 'node:fs';

const block = 1024 * 1024;

/**
 * Has the system make room in its file cache for so many bytes: a file of that size is written and removed. A virtual
 * machine whose idle memory is lent elsewhere gets it back page by page, and how dear that is depends on the size of
 * the pieces a program writes and on who wrote before; neither is a matter of the programs that are compared.
 */
export const makeCacheRoom = (file: string, sizeBytes: number): void => {
  const handle = openSync(file, 'w');
  try {
    const bytes = Buffer.alloc(block);
    for (let left = sizeBytes; left > 0; left -= block) writeSync(handle, bytes, 0, Math.min(block, left));
  } finally {
    closeSync(handle);
    rmSync(file);
  }
};
