// A server that only sends and takes one archive: node archiveServer.ts <file> [<key> <certificate>]; prints its address.
// Uploads are thrown away; the first one is hashed, and its answer tells the hash as `correlation_id`.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

const [file = '', key, cert] = process.argv.slice(2);
const { size } = statSync(file);
let hashesNext = true;

const send = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': size, etag: '"archive"' });
  createReadStream(file, { highWaterMark: 512 * 1024 }).pipe(response);
};

const answer = (response: ServerResponse, hash: string | null): void => {
  const identity = { id: 1, description: null, name: 'a', path: 'a', path_with_namespace: 'b/a' };
  const body = JSON.stringify({ ...identity, import_status: 'scheduled', correlation_id: hash });
  response.writeHead(201, { 'content-type': 'application/json' }).end(body);
};

/** Hashes the file of a form: the bytes between the head of its part and the boundary behind it. */
const hashFile = (request: IncomingMessage, response: ServerResponse): void => {
  const hash: Hash = createHash('sha256');
  const boundary = /boundary=(?:"([^"]+)"|(\S+))/.exec(request.headers['content-type'] ?? '');
  const mark = `\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}`;
  let head: Buffer | undefined = Buffer.alloc(0);
  let left = size;
  let tail = '';
  request.on('data', (part: Buffer) => {
    let bytes = part;
    if (head !== undefined) {
      head = Buffer.concat([head, part]);
      const at = head.indexOf('filename=');
      const begins = at < 0 ? -1 : head.indexOf('\r\n\r\n', at);
      if (begins < 0) return;
      bytes = head.subarray(begins + 4);
      head = undefined;
    }
    const mine = bytes.subarray(0, left);
    left -= mine.length;
    hash.update(mine);
    tail += bytes.subarray(mine.length).toString('latin1');
  });
  request.once('end', () => answer(response, left === 0 && tail.startsWith(mark) ? hash.digest('hex') : null));
};

const take: RequestListener = (request, response) => {
  if (request.method === 'GET') send(response);
  else if (hashesNext) {
    hashesNext = false;
    hashFile(request, response);
  } else request.resume().once('end', () => answer(response, null));
};

const server =
  key === undefined || cert === undefined
    ? http.createServer(take)
    : https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, take);
server.listen(0, '127.0.0.1', () => {
  const scheme = key === undefined ? 'http' : 'https';
  console.log(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
