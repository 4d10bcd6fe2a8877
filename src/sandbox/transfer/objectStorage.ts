import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Another origin that gives files away by secret addresses, as object storages do. */
export interface ObjectStorage {
  readonly url: string;
  /** Answers an address that serves the file once. */
  readonly offer: (path: string, name: string) => string;
  readonly close: () => Promise<void>;
}

const refuse = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${text}</Code></Error>\n`);
};

/** The headers of a download: an attachment with its name and length. */
export const downloadHeaders = (name: string, size: number): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'content-transfer-encoding': 'binary',
  'content-length': String(size),
});

/**
 * Listens on a free port of its own. A request that carries a token of the instance is refused with 400, as storages
 * do that are handed two kinds of credentials; an unknown or used address with 403.
 */
export const startObjectStorage = async (host: string): Promise<ObjectStorage> => {
  const offers = new Map<string, { readonly path: string; readonly name: string }>();
  const server = createServer((incoming, response) => {
    const { headers, method = 'GET' } = incoming;
    if (headers['private-token'] !== undefined || headers.authorization !== undefined || headers.cookie !== undefined) {
      return refuse(response, 400, 'InvalidArgument');
    }
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405, 'MethodNotAllowed');
    const target = incoming.url ?? '';
    const offer = offers.get(target);
    if (offer === undefined) return refuse(response, 403, 'AccessDenied');
    if (method === 'GET') offers.delete(target);
    const serve = async (): Promise<void> => {
      const { size } = await stat(offer.path);
      response.writeHead(200, downloadHeaders(offer.name, size));
      if (method === 'HEAD') response.end();
      else await pipeline(createReadStream(offer.path), response);
    };
    // the archive was replaced meanwhile, or the reader is gone
    serve().catch(() => (response.headersSent ? response.destroy() : refuse(response, 404, 'NoSuchKey')));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    url,
    offer: (path, name) => {
      const target = `/exports/${encodeURIComponent(name)}?X-Amz-Signature=${randomBytes(16).toString('hex')}`;
      offers.set(target, { path, name });
      return url + target;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
