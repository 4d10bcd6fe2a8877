// node archiveServer.ts <file>: serves an archive, discards uploads and prints its address
import { createReadStream, statSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const [file = ''] = process.argv.slice(2);
const { size } = statSync(file);
const imported = {
  id: 1,
  description: null,
  name: 'a',
  path: 'a',
  path_with_namespace: 'b/a',
  import_status: 'scheduled',
};

const server = http.createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': size, etag: '"archive"' });
    createReadStream(file, { highWaterMark: 512 * 1024 }).pipe(response);
  } else {
    const answer = (): void =>
      void response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(imported));
    request.resume().once('end', answer);
  }
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
