import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fixturesFolder } from '../support/fixtures.ts';

/** Servers that look like GitLab or stand in front of it. */
export interface Strangers {
  /** Answers everything with a web page and 200. */
  readonly website: string;
  /** GitLab with a self-signed certificate. */
  readonly selfSigned: string;
  /** GitLab behind a gateway that drops the `Authorization` header. */
  readonly gateway: string;
}

const page = (response: http.ServerResponse, title: string): void => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>${title}</title><h1>${title}</h1>`);
};

const passOn = (request: http.IncomingMessage, response: http.ServerResponse, target: URL): void => {
  const onward = http.request(target, { method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
};

/** `gitlab` is the server behind two of them. */
export const startStrangers = async (gitlab: string): Promise<Strangers & { readonly close: () => Promise<void> }> => {
  const pair = (end: string): string => readFileSync(path.join(fixturesFolder, 'tls', `loopback.${end}.pem`), 'utf8');
  const servers = [
    http.createServer((_, response) => page(response, 'Our company')),
    https.createServer({ key: pair('key'), cert: pair('cert') }, (request, response) => {
      passOn(request, response, new URL(request.url ?? '/', gitlab));
    }),
    http.createServer((request, response) => {
      delete request.headers.authorization;
      passOn(request, response, new URL(request.url ?? '/', gitlab));
    }),
  ] as const;
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  const [website, selfSigned, gateway] = ports;
  return {
    website: `http://127.0.0.1:${website}`,
    selfSigned: `https://127.0.0.1:${selfSigned}`,
    gateway: `http://127.0.0.1:${gateway}`,
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
};
