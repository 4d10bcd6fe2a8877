import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Parts of a request that decide about its admission. */
export type Knock = Pick<IncomingMessage, 'headers' | 'method'> & { readonly socket: Pick<Socket, 'localAddress'> };

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);

const nameOf = (host: string): string | undefined => {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
};

/** Loopback names and the local address of the connection: hosts that DNS rebinding can't use. */
const isOwnName = ({ headers, socket }: Knock): boolean => {
  const name = nameOf(headers.host ?? '');
  const address = socket.localAddress ?? '';
  return name !== undefined && (isLoopback(name) || name === address || name === `[${address}]`);
};

/** Top-level navigation: the response is shown to the user, not to the linking page. */
const isVisit = ({ headers, method }: Knock): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

const isOfOwnPage = (knock: Knock): boolean => {
  const { origin, host = '', 'sec-fetch-site': site } = knock.headers;
  if (origin !== undefined && ![`http://${host}`, `https://${host}`].includes(origin.toLowerCase())) return false;
  return site === undefined || site === 'same-origin' || site === 'none' || isVisit(knock);
};

/**
 * Protects local services from web pages: 421 for a foreign host name, 403 for cross-site requests; undefined when
 * admitted.
 */
export const refusalOf = (knock: Knock): 403 | 421 | undefined => {
  if (!isOwnName(knock)) return 421;
  return isOfOwnPage(knock) ? undefined : 403;
};

/** Returns true after refusing the request. */
export const refuseForeign = (incoming: IncomingMessage, response: ServerResponse): boolean => {
  const status = refusalOf(incoming);
  if (status === undefined) return false;
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(
    status === 421 ? 'This server answers to its own address only.\n' : 'Pages of other sites are refused.\n',
  );
  return true;
};
