import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedFile {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves an archive with `Content-Length` on a free port of 127.0.0.1. */
export const serveFile = async (bytes: Buffer): Promise<ServedFile> => {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/archive.tar.gz`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
