import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { refuseForeign } from '../admission.ts';
import { storageSignature, type StorageKey } from './awsSignature.ts';

export interface ObjectStore {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Files of `folder` are objects; its top-level folders are buckets. */
export interface ObjectStoreOptions {
  readonly folder: string;
  readonly key: StorageKey;
  /** Content type of all objects; default `application/gzip`. */
  readonly contentType?: string;
}

const isSigned = ({ headers, method = 'GET', url = '' }: IncomingMessage, key: StorageKey): boolean => {
  const { authorization = '', host = '' } = headers;
  const time = String(headers['x-amz-date'] ?? '');
  const credential = /Credential=([^/=]+)\/\d{8}\/([^/=]+)\/s3\//.exec(authorization);
  const signature = /Signature=([0-9a-f]{64})$/.exec(authorization)?.[1];
  return (
    credential?.[1] === key.accessKeyId &&
    credential[2] === key.region &&
    signature === storageSignature({ host, path: url.split('?')[0] ?? '', method, time }, key)
  );
};

const refuse = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>\n`);
};

/** Serves signed `GET /bucket/key` requests on a free port of the loopback. */
export const startObjectStore = async ({
  folder,
  key,
  contentType = 'application/gzip',
}: ObjectStoreOptions): Promise<ObjectStore> => {
  const root = resolve(folder);
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (refuseForeign(incoming, response)) return;
    if (!isSigned(incoming, key)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const path = join(root, decodeURIComponent((incoming.url ?? '').split('?')[0] ?? ''));
    if (!path.startsWith(root + sep) || !existsSync(path)) return refuse(response, 404, 'NoSuchKey');
    const { size } = await stat(path);
    response.writeHead(200, { 'content-type': contentType, 'content-length': size });
    if (incoming.method === 'HEAD') response.end();
    else await pipeline(createReadStream(path), response);
  };
  // ignores clients that disconnect
  const server = createServer((incoming, response) => void serve(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
