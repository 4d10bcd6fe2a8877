import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { measured } from './processes.ts';
import type { HostileResult } from './readHostile.ts';
import { atMost, goals, megabytes, milliseconds, table, type Section } from './section.ts';

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

/** Answers that are cheap to send and expensive to read. */
const answers: Readonly<Record<string, () => string>> = {
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

const measureHostile = async (): Promise<readonly (readonly [what: string, result: HostileResult])[]> => {
  let body = gzipSync('[]');
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const server = http.createServer(({ url }, response) => {
    response.on('error', () => undefined);
    response.writeHead(200, headers).end(url?.startsWith('/hostile/') === true ? body : gzipSync('[]'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const results: [string, HostileResult][] = [];
  try {
    for (const [what, make] of Object.entries(answers)) {
      body = gzipSync(make(), { level: 1 });
      results.push([what, await measured<HostileResult>(path.join(import.meta.dirname, 'readHostile.ts'), address)]);
    }
    return results;
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

export const hostileSection: Section = {
  name: 'hostile',
  title: 'Hostile answers',
  async measure() {
    const results = await measureHostile();
    const worst = (cost: (result: HostileResult) => number): number =>
      Math.max(...results.map(([, result]) => cost(result)));
    return [
      ...goals([
        atMost(
          'Longest time the host stands still',
          worst(({ blockedMs }) => blockedMs),
          2_000,
          milliseconds,
        ),
        atMost(
          'Most memory',
          worst(({ peakBytes }) => peakBytes),
          200 * megabyte,
          megabytes,
        ),
      ]),
      'Each answer comes packed, to a fresh process that asks for a page of commits; memory is the highest the process had,',
      'above what it had before.',
      '',
      ...table(
        ['Answer', 'Ends as', 'Processor time', 'Stands still', 'Memory'],
        results.map(([what, { failure, cpuMs, blockedMs, peakBytes }]) => [
          ...[what, failure, milliseconds(cpuMs), milliseconds(blockedMs), megabytes(peakBytes)],
        ]),
      ),
    ];
  },
};
