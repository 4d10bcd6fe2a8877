import type { Readable } from 'node:stream';
import { leastBytesPerSecond, SlowAnswer, type TransportRequest } from '../transport.ts';

/** Destroys a body that is late or too slow. */
export const inTime = (
  body: Readable,
  { wholeTimeoutMs, bodyTimeoutMs }: Pick<TransportRequest, 'wholeTimeoutMs' | 'bodyTimeoutMs'>,
): Readable => {
  if (wholeTimeoutMs === undefined) return withMinimumRate(body, bodyTimeoutMs);
  const giveUp = (): unknown =>
    body.destroy(new SlowAnswer(`the answer was not complete after ${wholeTimeoutMs / 1000} s`));
  const timer = setTimeout(giveUp, wholeTimeoutMs);
  body.once('close', () => clearTimeout(timer));
  return body;
};

const withMinimumRate = (body: Readable, windowMs: number): Readable => {
  const push = body.push.bind(body);
  let bytes = 0;
  // a slow reader pauses the server
  let wasFull = false;
  const timer = setInterval(() => {
    if (!wasFull && bytes < (leastBytesPerSecond * windowMs) / 1000)
      body.destroy(new SlowAnswer(`only ${bytes} bytes came in ${windowMs / 1000} s`));
    bytes = 0;
    wasFull = body.readableLength >= body.readableHighWaterMark;
  }, windowMs);
  body.push = (part: Uint8Array | null, encoding) => {
    if (part === null) clearInterval(timer);
    bytes += part?.length ?? 0;
    const takesMore = push(part, encoding);
    wasFull ||= !takesMore;
    return takesMore;
  };
  body.once('close', () => clearInterval(timer));
  return body;
};
