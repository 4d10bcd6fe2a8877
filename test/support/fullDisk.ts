import assert from 'node:assert/strict';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes the disk full for this process after so many bytes: a write takes a part, the next one is refused. `folder` is
 * one that can be written in. Answers how to end that.
 */
export const fullDisk = async (folder: string, roomBytes: number): Promise<() => void> => {
  const probe = await open(path.join(folder, 'probe'), 'w');
  const shared = Object.getPrototypeOf(probe) as object;
  await probe.close();
  await rm(path.join(folder, 'probe'));
  const { writev, write } = Object.getOwnPropertyDescriptors(shared) as Record<string, PropertyDescriptor>;
  assert.ok(writev && write);
  let left = roomBytes;
  const refused = async (): Promise<never> => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const taken = async (parts: readonly Uint8Array[]): Promise<{ bytesWritten: number }> => {
    const bytesWritten = Math.min(
      left,
      parts.reduce((sum, part) => sum + part.length, 0),
    );
    left -= bytesWritten;
    return bytesWritten === 0 ? refused() : { bytesWritten };
  };
  Object.defineProperties(shared, { writev: { ...writev, value: taken }, write: { ...write, value: refused } });
  return () => Object.defineProperties(shared, { writev, write });
};
