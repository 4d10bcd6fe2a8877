import http from 'node:http';
import https from 'node:https';
import net, { type Server } from 'node:net';
import type { Pair } from './certificates.ts';

/** What something in front of a server does other than passing everything on. */
export interface FrontBehaviour {
  /** Greets with TLS. */
  readonly pair?: Pair;
  /** Answers in the server's place; says whether it did. */
  readonly answer?: (request: http.IncomingMessage, response: http.ServerResponse) => boolean;
  /** Header the server never sees. */
  readonly drops?: string;
  /** Changes headers of answers. */
  readonly heads?: (headers: http.IncomingHttpHeaders) => http.OutgoingHttpHeaders;
}

/** A server in front of another one, as a balancer or a gateway is: passes requests and sockets on, and counts them. */
export const front = (
  address: string,
  { pair, answer, drops = '', heads = (headers) => ({ ...headers }) }: FrontBehaviour = {},
): Server & { readonly asked: readonly string[] } => {
  const { hostname, port, host, origin } = new URL(address);
  const asked: string[] = [];
  const pass: http.RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    if (answer?.(request, response) === true) return void request.resume();
    // those of a connection go no further than its end
    const headers: http.OutgoingHttpHeaders = { ...request.headers, host };
    for (const name of [drops, 'upgrade', 'connection']) delete headers[name];
    const onward = http.request({ hostname, port, method: request.method, path: request.url, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 500, heads(answered.headers));
      answered.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
  const server =
    pair === undefined ? http.createServer(pass) : https.createServer({ key: pair.key, cert: pair.chain }, pass);
  server.on('upgrade', (request: http.IncomingMessage, socket: net.Socket) => {
    asked.push(`${request.method} ${request.url}`);
    const lines = Object.entries({ ...request.headers, host, origin }).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => `${name}: ${one}`),
    );
    const onward = net.connect(Number(port), hostname, () => {
      onward.write([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => undefined).on('close', () => onward.destroy());
  });
  return Object.assign(server, { asked });
};
