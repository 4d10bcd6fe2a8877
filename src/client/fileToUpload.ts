import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { UploadFile } from '../wire/parameters.ts';

/** Bytes that are read at once; larger parts are no faster, smaller ones are slower. */
const partBytes = 512 * 1024;

/**
 * A file of this computer to be sent, under its own name. It is read part by part, one of them while the one before is
 * sent, always into the same two pieces of memory. Throws the error of the file system when there is no such file.
 */
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
      // who asks for another part is done with the one before, so its memory is free
      next = read(memory[number % 2 === 0 ? 0 : 1]);
      // an error is told to who waits for that part; nobody may come to wait
      next.catch(() => undefined);
      // a connection may still hold a part that is small enough for its own buffer
      yield part.length === partBytes ? part : Uint8Array.from(part);
    }
  } finally {
    await next?.catch(() => undefined);
    await handle.close();
  }
}
