import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

export interface GivenFile {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for 416. */
  readonly body: (() => ReadStream) | undefined;
}

const downloadHeaders = (name: string, size: number): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'content-transfer-encoding': 'binary',
  'content-length': String(size),
  'accept-ranges': 'bytes',
});

/**
 * Serves a file with `Last-Modified`, like GitLab and object storages. Supports `Range: bytes=N-` with `If-Range`;
 * other ranges get the whole file.
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
