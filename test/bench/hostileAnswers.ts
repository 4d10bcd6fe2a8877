import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';

const megabyte = 1024 * 1024;
const filled = (piece: string, bytes: number): string => piece.repeat(Math.ceil(bytes / piece.length));
const records = (bytes: number, members: number): string => {
  const all: string[] = [];
  for (let size = 0, index = 0; size < bytes; index += 1) {
    const record = Array.from({ length: members }, (_, member) => `"k${index}_${member}":${member}`).join(',');
    all.push(`{${record}}`);
    size += record.length + 3;
  }
  return `[${all.join(',')}]`;
};

/** Answers that cost little to send and much to read, by what they are. */
export const hostileAnswers: Readonly<Record<string, () => string>> = {
  'lists in each other': () => filled('[', 33 * megabyte),
  'lists in each other, short of what is looked at': () => filled('[', 60 * 1024),
  'records in each other with a long number': () => `${filled('{"a":', 30 * megabyte)}12345678901234567890`,
  'numbers beside each other': () => `[${filled('1,', 30 * megabyte)}1]`,
  'numbers, as many as are read': () => `[${filled('1,', 990_000)}1]`,
  'long numbers, as many as are read': () => `[${filled('{"a":1234567890123456789},', 6 * megabyte)}{}]`,
  'records of two members of their own, as many as are read': () => records(4 * megabyte, 2),
  'records of nine thousand members, as many as are read': () => records(6 * megabyte, 9_000),
  'one record of millions of members': () => records(30 * megabyte, 2_000_000).slice(1, -1),
  'one text without end': () => `["${filled('x', 100 * megabyte)}`,
  'a text of escapes': () => `["${filled('\\u0041', 30 * megabyte)}"]`,
  'nothing but blanks': () => filled(' ', 300 * megabyte),
};

/** Serves each answer, packed, to every request below its number; answers the address. */
export const serveHostile = async (): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const packed = new Map<string, Buffer>();
  const server = http.createServer((request, response) => {
    const index = /^\/(\d+)\//.exec(request.url ?? '')?.[1] ?? '';
    const make = Object.values(hostileAnswers)[Number(index)];
    const headers = { 'content-type': 'application/json' };
    if (index === '' || make === undefined) {
      response.writeHead(200, headers).end('[]');
      return;
    }
    const body = packed.get(index) ?? gzipSync(make(), { level: 1 });
    packed.set(index, body);
    response.on('error', () => undefined);
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
