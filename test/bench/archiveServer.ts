// A server that only sends and takes one archive: node archiveServer.ts <file>; prints its address.
// Uploads are thrown away; after POST /hash the next one is hashed, and its answer tells the hash as `correlation_id`.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const [file = ''] = process.argv.slice(2);
const { size } = statSync(file);
let hashesNext = false;

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
    if (
      left === 0 &&
      mine.length < bytes.length &&
      !bytes.subarray(mine.length).toString().startsWith(mark.slice(0, 1))
    )
      response.destroy(new Error('more came than the file has'));
  });
  request.once('end', () => answer(response, left === 0 ? hash.digest('hex') : null));
};

const server = createServer((request, response) => {
  if (request.url === '/hash') {
    hashesNext = true;
    response.end();
  } else if (request.method === 'GET') send(response);
  else if (hashesNext) {
    hashesNext = false;
    hashFile(request, response);
  } else request.resume().once('end', () => answer(response, null));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
