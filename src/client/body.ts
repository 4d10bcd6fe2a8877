import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { TransportResponse } from './transport.ts';

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

export const acceptedEncodings = 'gzip';

/** Unzips. Throws `BodyTooLarge` once it exceeds `limitBytes`. */
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

/** Events are cheaper than iterating. */
const collected = (stream: Readable, limitBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    // a closed stream emits no more events
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
    // a stream destroyed without an error emits only this
    stream.once('close', () => {
      if (!hasEnded) reject(new Error('the answer ended too early'));
    });
  });
