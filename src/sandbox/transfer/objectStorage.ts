import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { refuseForeign } from '../admission.ts';
import { givenFile } from './givenFile.ts';

/** Separate origin that serves files by presigned URLs. */
export interface ObjectStorage {
  readonly url: string;
  /** Returns a URL that is valid until the file was served completely. */
  readonly offer: (path: string, name: string) => string;
  readonly close: () => Promise<void>;
}

const refuse = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${text}</Code></Error>\n`);
};

/**
 * Listens on a free port. Credentials of the instance are refused with 400, as S3 does with two kinds of
 * authentication; unknown or used URLs with 403.
 */
export const startObjectStorage = async (host: string): Promise<ObjectStorage> => {
  const offers = new Map<string, { readonly path: string; readonly name: string }>();
  const server = createServer((incoming, response) => {
    if (refuseForeign(incoming, response)) return;
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
      const given = await givenFile(offer.path, offer.name, headers);
      response.writeHead(given.status, given.headers);
      if (method === 'HEAD' || given.body === undefined) response.end();
      else await pipeline(given.body(), response);
    };
    // file replaced or client disconnected
    serve().catch(() => {
      // an interrupted download may be resumed
      offers.set(target, offer);
      if (response.headersSent) response.destroy();
      else refuse(response, 404, 'NoSuchKey');
    });
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
