import type { TransportResponse } from './transport.ts';

/** Rest of a partial download. */
export interface DownloadRange {
  /** Greater than 0. */
  readonly from: number;
  /** `If-Range`: a changed archive is sent completely. */
  readonly validator: string;
  readonly wholeBytes?: number | undefined;
}

/** Read the body to its end or cancel it. */
export interface Download {
  readonly status: number;
  readonly sizeBytes: number | undefined;
  /** Offset of the body: 0 unless the server sent the requested rest. */
  readonly from: number;
  /** Length of the archive. */
  readonly wholeBytes: number | undefined;
  /** Validator for later range requests; undefined without a strong one. */
  readonly validator: string | undefined;
  /** Age by the server's clock. */
  readonly ageMs: number | undefined;
  /**
   * Requests the rest from the storage a redirect led to, outside GitLab's rate limits. Undefined without a redirect.
   * Expires within minutes. Rejects with a `RequestError`.
   */
  readonly resume: ((range: DownloadRange) => Promise<Download>) | undefined;
  /** Suggested name, without folders. */
  readonly fileName: string | undefined;
  /** Bytes as stored, readable once. Throws a `RequestError` if incomplete. */
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): Promise<void>;
}

export class WrongLength extends Error {
  override readonly name = 'WrongLength';
}

/** `failure` converts network errors. */
export const openDownload = (
  response: TransportResponse,
  failure: (error: unknown) => Error,
  resume?: Download['resume'],
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
    resume,
    fileName: suggestedName(headers['content-disposition'] ?? ''),
    body: whole(response, sizeBytes, failure),
    cancel: () => response.cancel(),
  };
};

/** The requested rest, or the whole archive. */
export const isRequestedRange = (
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

const rangeOf = (header: string | undefined): { from: number; to: number; total: number | undefined } | undefined => {
  const [, from, to, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || Number(to) < Number(from)) return undefined;
  return { from: Number(from), to: Number(to), total: total === '*' ? undefined : Number(total) };
};

const ageOf = (headers: TransportResponse['headers']): number | undefined => {
  const ageMs = Date.parse(headers['date'] ?? '') - Date.parse(headers['last-modified'] ?? '');
  return Number.isNaN(ageMs) ? undefined : ageMs;
};

/** `If-Range` value: a strong `ETag`, else `Last-Modified`. */
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

const suggestedName = (disposition: string): string | undefined => {
  const extended = /;\s*filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /;\s*filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition);
  const name = decoded(extended) ?? plain?.[1] ?? plain?.[2];
  // a server must not choose a folder
  return name !== undefined && /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u.test(name) ? name : undefined;
};

const decoded = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    // use the plain name
    return undefined;
  }
};
