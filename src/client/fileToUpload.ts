import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { UploadFile } from '../wire/parameters.ts';

/** Larger parts are no faster, smaller ones slower. */
const partBytes = 512 * 1024;

/** Streams a local file, reading one part ahead with two reused buffers. Throws file system errors. */
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
      // the previous buffer is free once the next part is requested
      next = read(memory[number % 2 === 0 ? 0 : 1]);
      // avoids an unhandled rejection if the reader stops
      next.catch(() => undefined);
      // connections buffer small parts, so they must not be overwritten
      yield part.length === partBytes ? part : Uint8Array.from(part);
    }
  } finally {
    await next?.catch(() => undefined);
    await handle.close();
  }
}
