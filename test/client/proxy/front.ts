import http from 'node:http';
import https from 'node:https';
import net, { type Server } from 'node:net';
import type { Pair } from './certificates.ts';

export interface FrontBehaviour {
  readonly pair?: Pair;
  /** Returns true if it has answered. */
  readonly answer?: (request: http.IncomingMessage, response: http.ServerResponse) => boolean;
  /** A header removed from requests. */
  readonly drops?: string;
  readonly heads?: (headers: http.IncomingHttpHeaders) => http.OutgoingHttpHeaders;
}

/** A load balancer or gateway that forwards and counts requests and sockets. */
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
    // hop-by-hop headers
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
