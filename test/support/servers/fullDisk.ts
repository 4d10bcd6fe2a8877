import assert from 'node:assert/strict';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';

/** Makes this process's writes fail with ENOSPC after some bytes; returns the undo. `folder` is any writable one. */
export const fullDisk = async (folder: string, roomBytes: number): Promise<() => void> => {
  const probe = await open(path.join(folder, 'probe'), 'w');
  const shared = Object.getPrototypeOf(probe) as object;
  await probe.close();
  await rm(path.join(folder, 'probe'));
  const writeFile = Object.getOwnPropertyDescriptor(shared, 'writeFile');
  assert.ok(writeFile);
  let left = roomBytes;
  async function taken(this: FileHandle, part: Uint8Array): Promise<void> {
    await this.write(part.subarray(0, left));
    left -= Math.min(left, part.length);
    if (left === 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
  Object.defineProperty(shared, 'writeFile', { ...writeFile, value: taken });
  return () => Object.defineProperty(shared, 'writeFile', writeFile);
};
