import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { TransportResponse } from './transport.ts';

/** A body is longer than we are willing to keep in memory. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Content codings we understand, for the `Accept-Encoding` header. */
export const acceptedEncodings = 'gzip';

/** Reads a body whole, unpacked when it was compressed. Throws `BodyTooLarge` as soon as it passes `limitBytes`. */
export const readBody = async (response: TransportResponse, limitBytes: number): Promise<Buffer> => {
  const body = response.body instanceof Readable ? response.body : Readable.from(response.body, { objectMode: false });
  const isPacked = /^\s*(?:x-)?gzip\s*$/i.test(response.headers['content-encoding'] ?? '');
  try {
    return await collected(isPacked ? unpacked(body) : body, limitBytes);
  } finally {
    body.unpipe();
    await response.cancel();
  }
};

const unpacked = (body: Readable): Readable => {
  const unzip = zlib.createGunzip();
  body.on('error', (error) => unzip.destroy(error));
  return body.pipe(unzip);
};

/** Listens instead of iterating, which costs less for bodies of many parts. */
const collected = (stream: Readable, limitBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    // one that has come to its end in another way tells nobody any more
    if (stream.closed) {
      reject(new Error('the answer ended too early'));
      return;
    }
    stream.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= limitBytes) {
        parts.push(part);
        return;
      }
      reject(new BodyTooLarge(`the answer is longer than ${limitBytes} bytes`));
      stream.destroy();
    });
    let hasEnded = false;
    stream.once('end', () => {
      hasEnded = true;
      const [first] = parts;
      resolve(parts.length === 1 && first !== undefined ? first : Buffer.concat(parts, size));
    });
    stream.once('error', reject);
    // a stream that is destroyed without an error would be waited for without end
    stream.once('close', () => {
      if (!hasEnded) reject(new Error('the answer ended too early'));
    });
  });
