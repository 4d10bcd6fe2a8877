import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fixturesFolder } from '../support/fixtures.ts';

/** Servers a user may take for a GitLab server, by what they do. */
export interface Strangers {
  /** Answers everything with a web page and 200. */
  readonly website: string;
  /** Sends every request to its page for signing in. */
  readonly loginWall: string;
  /** A GitLab server behind a certificate that it has signed itself. */
  readonly selfSigned: string;
  /** A GitLab server below `/gitlab`; anything else is a page that says so. */
  readonly subPath: string;
  /** A GitLab server behind a gateway that keeps the `Authorization` header to itself. */
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

/** Starts the servers; `gitlab` is what the self-signed one stands before. */
export const startStrangers = async (gitlab: string): Promise<Strangers & { readonly close: () => Promise<void> }> => {
  const pair = (end: string): string => readFileSync(path.join(fixturesFolder, 'tls', `loopback.${end}.pem`), 'utf8');
  const servers = [
    http.createServer((_, response) => page(response, 'Our company')),
    http.createServer(({ url = '' }, response) => {
      if (url.startsWith('/login')) page(response, 'Sign in');
      else response.writeHead(302, { location: `/login?next=${encodeURIComponent(url)}` }).end();
    }),
    https.createServer({ key: pair('key'), cert: pair('cert') }, (request, response) => {
      passOn(request, response, new URL(request.url ?? '/', gitlab));
    }),
    http.createServer((request, response) => {
      const [, path] = /^\/gitlab(\/.*)$/.exec(request.url ?? '') ?? [];
      if (path === undefined) response.writeHead(404).end('Nothing here');
      else passOn(request, response, new URL(path, gitlab));
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
  const [website, loginWall, selfSigned, subPath, gateway] = ports;
  return {
    website: `http://127.0.0.1:${website}`,
    loginWall: `http://127.0.0.1:${loginWall}`,
    selfSigned: `https://127.0.0.1:${selfSigned}`,
    subPath: `http://127.0.0.1:${subPath}`,
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
