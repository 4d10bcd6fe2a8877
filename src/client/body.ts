import { once } from 'node:events';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { TransportResponse } from './transport.ts';

/** A body is longer than we are willing to keep in memory. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Reads a body whole, unpacked when it was compressed. Throws `BodyTooLarge` as soon as it passes `limitBytes`. */
export const readBody = async (response: TransportResponse, limitBytes: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of unpacked(response)) {
      size += part.length;
      if (size > limitBytes) throw new BodyTooLarge(`the answer is longer than ${limitBytes} bytes`);
      parts.push(part);
    }
  } finally {
    await response.cancel();
  }
  return Buffer.concat(parts, size);
};

/** Content codings we understand, for the `Accept-Encoding` header. */
export const acceptedEncodings = 'gzip';

const unpacked = (response: TransportResponse): AsyncIterable<Buffer> => {
  const body = response.body as AsyncIterable<Buffer>;
  return /^\s*(?:x-)?gzip\s*$/i.test(response.headers['content-encoding'] ?? '') ? gunzip(body) : body;
};

async function* gunzip(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(body, { objectMode: false });
  const unzip = zlib.createGunzip();
  source.on('error', (error) => unzip.destroy(error));
  source.pipe(unzip);
  try {
    yield* unzip;
  } finally {
    const closed = unzip.closed ? undefined : once(unzip, 'close');
    source.destroy();
    unzip.destroy();
    await closed;
  }
}
