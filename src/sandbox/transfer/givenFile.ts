import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** A file as it is given away: whole, or from a byte on. */
export interface GivenFile {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Opens what is given; undefined for 416. */
  readonly body: (() => ReadStream) | undefined;
}

/** The headers of a download: an attachment with its name and length. */
const downloadHeaders = (name: string, size: number): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'content-transfer-encoding': 'binary',
  'content-length': String(size),
  'accept-ranges': 'bytes',
});

/**
 * Gives a file as GitLab's front and object storages do: with `Last-Modified`, and only its rest for `Range: bytes=N-`,
 * unless `If-Range` names another time. Other ranges are answered with the whole.
 */
export const givenFile = async (
  path: string,
  name: string,
  asked: Readonly<Record<string, string | string[] | undefined>>,
): Promise<GivenFile> => {
  const { size, mtime } = await stat(path);
  const modified = mtime.toUTCString();
  const from = /^bytes=(\d+)-$/.exec(String(asked['range'] ?? ''))?.[1];
  const condition = asked['if-range'];
  const headers = { ...downloadHeaders(name, size), 'last-modified': modified };
  if (from === undefined || (condition !== undefined && condition !== modified)) {
    return { status: 200, headers, body: () => createReadStream(path) };
  }
  const start = Number(from);
  if (start >= size) {
    return { status: 416, headers: { 'content-range': `bytes */${size}`, 'content-length': '0' }, body: undefined };
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(size - start),
      'content-range': `bytes ${start}-${size - 1}/${size}`,
    },
    body: () => createReadStream(path, { start }),
  };
};
