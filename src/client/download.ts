import type { TransportResponse } from './transport.ts';

/** The rest of an archive some bytes of which are here already. */
export interface DownloadRange {
  /** First byte that is wanted; 0 would be the whole. */
  readonly from: number;
  /** What the server said to recognise the archive by; when it is another one by now, the whole of that comes. */
  readonly validator: string;
  /** Length of the archive the bytes are from; undefined when the server had not said. */
  readonly wholeBytes?: number | undefined;
}

/** An archive on its way. Its body must be read to the end, or the download cancelled. */
export interface Download {
  readonly status: number;
  /** Length of the body; undefined when the server did not say. */
  readonly sizeBytes: number | undefined;
  /** Place of the body's first byte in the archive: 0, except when the rest was asked for and is what came. */
  readonly from: number;
  /** Length of the archive; undefined when the server did not say. */
  readonly wholeBytes: number | undefined;
  /** What a later request for the rest can name the archive by; undefined when the server gives no strong name. */
  readonly validator: string | undefined;
  /** How old the archive is by the clock of the server that gave it; undefined when it does not say. */
  readonly ageMs: number | undefined;
  /**
   * Asks for the rest where the archive itself lies, which no limit of the service counts. Undefined when the service
   * gave it itself. Such addresses hold for some minutes; the failure is a `RequestError`.
   */
  readonly again: ((range: DownloadRange) => Promise<Download>) | undefined;
  /** Name the server suggests, without folders; undefined when it suggests none that is safe. */
  readonly fileName: string | undefined;
  /** The bytes as they are stored, read once. Ends in a `RequestError` when they do not all come. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives the rest up. */
  cancel(): Promise<void>;
}

/** The body ended before or after the length that was announced. */
export class WrongLength extends Error {
  override readonly name = 'WrongLength';
}

/** Hands an answer over as it comes; `failure` turns an error of the network into what the reader gets. */
export const openDownload = (
  response: TransportResponse,
  failure: (error: unknown) => Error,
  again?: Download['again'],
): Download => {
  const { status, headers } = response;
  const length = headers['content-length'] ?? '';
  const sizeBytes = /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  const range = status === 206 ? rangeOf(headers['content-range']) : undefined;
  const from = range?.from ?? 0;
  return {
    status,
    sizeBytes,
    from,
    wholeBytes:
      range === undefined ? sizeBytes : (range.total ?? (sizeBytes === undefined ? undefined : from + sizeBytes)),
    validator: validatorOf(headers),
    ageMs: ageOf(headers),
    again,
    fileName: suggestedName(headers['content-disposition'] ?? ''),
    body: whole(response, sizeBytes, failure),
    cancel: () => response.cancel(),
  };
};

/** Whether an answer to a request for the rest of an archive is its whole rest, or the whole archive from the start. */
export const isRangeAsked = (
  response: Pick<TransportResponse, 'status' | 'headers'>,
  range: DownloadRange,
): boolean => {
  if (response.status !== 206) return true;
  const came = rangeOf(response.headers['content-range']);
  if (came === undefined || came.from !== range.from) return false;
  const validator = validatorOf(response.headers);
  const { to, total = to + 1 } = came;
  return (
    to === total - 1 &&
    (range.wholeBytes === undefined || range.wholeBytes === total) &&
    (validator === undefined || validator === range.validator)
  );
};

/** A `Content-Range` of bytes; undefined for anything else. */
const rangeOf = (header: string | undefined): { from: number; to: number; total: number | undefined } | undefined => {
  const [, from, to, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || Number(to) < Number(from)) return undefined;
  return { from: Number(from), to: Number(to), total: total === '*' ? undefined : Number(total) };
};

const ageOf = (headers: TransportResponse['headers']): number | undefined => {
  const ageMs = Date.parse(headers['date'] ?? '') - Date.parse(headers['last-modified'] ?? '');
  return Number.isNaN(ageMs) ? undefined : ageMs;
};

/** A strong `ETag`, or else `Last-Modified`: what `If-Range` takes. */
const validatorOf = (headers: TransportResponse['headers']): string | undefined => {
  const etag = headers['etag'];
  if (etag !== undefined && /^"[^"]*"$/.test(etag)) return etag;
  return headers['last-modified'] || undefined;
};

async function* whole(
  response: TransportResponse,
  sizeBytes: number | undefined,
  failure: (error: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  try {
    for await (const part of response.body) {
      received += part.length;
      yield part;
    }
    checkLength(received, sizeBytes);
  } catch (error) {
    throw failure(error);
  } finally {
    await response.cancel();
  }
}

const checkLength = (received: number, sizeBytes: number | undefined): void => {
  if (sizeBytes !== undefined && received !== sizeBytes)
    throw new WrongLength(`${received} of ${sizeBytes} bytes came`);
};

/** The file name of a `Content-Disposition`; one with folders or control characters in it is none. */
const suggestedName = (disposition: string): string | undefined => {
  const extended = /;\s*filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /;\s*filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition);
  const name = decoded(extended) ?? plain?.[1] ?? plain?.[2];
  // what comes from a server must not choose a folder
  return name !== undefined && /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u.test(name) ? name : undefined;
};

const decoded = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    // the plain name beside it is as good
    return undefined;
  }
};
