import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { UploadFile } from '../wire/parameters.ts';

/** Larger parts are no faster, smaller ones slower. */
const partBytes = 512 * 1024;

/** Reads one part ahead into two reused buffers. Throws file system errors. */
export const fileToUpload = async (file: string): Promise<UploadFile> => {
  const { size } = await stat(file);
  return { name: path.basename(file), size, open: () => parts(file) };
};

async function* parts(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  const memory = [Buffer.allocUnsafeSlow(partBytes), Buffer.allocUnsafeSlow(partBytes)] as const;
  const read = async (buffer: Buffer): Promise<Uint8Array> => {
    const { bytesRead } = await handle.read(buffer, 0, partBytes);
    return buffer.subarray(0, bytesRead);
  };
  let next: Promise<Uint8Array> | undefined;
  try {
    next = read(memory[0]);
    for (let number = 1; ; number += 1) {
      const part = await next;
      next = undefined;
      if (part.length === 0) return;
      // the consumer is done with this buffer
      next = read(memory[number % 2 === 0 ? 0 : 1]);
      // it may fail before it is awaited
      next.catch(() => undefined);
      // a small part is copied: connections may hold on to it
      yield part.length === partBytes ? part : Uint8Array.from(part);
    }
  } finally {
    await next?.catch(() => undefined);
    await handle.close();
  }
}
