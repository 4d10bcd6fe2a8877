import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is looked at before a request is answered. */
export type Knock = Pick<IncomingMessage, 'headers' | 'method'> & {
  readonly socket: Pick<Socket, 'localAddress'>;
};

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);

const nameOf = (host: string): string | undefined => {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
};

/** The names of the loopback, and the address a request came in by: what a web page cannot make point here. */
const isOwnName = ({ headers, socket }: Knock): boolean => {
  const name = nameOf(headers.host ?? '');
  const address = socket.localAddress ?? '';
  return name !== undefined && (isLoopback(name) || name === address || name === `[${address}]`);
};

/** A user follows a link in a browser: it shows the page to nobody else. */
const isVisit = ({ headers, method }: Knock): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

const isOfOwnPage = (knock: Knock): boolean => {
  const { origin, host = '', 'sec-fetch-site': site } = knock.headers;
  if (origin !== undefined && ![`http://${host}`, `https://${host}`].includes(origin.toLowerCase())) return false;
  return site === undefined || site === 'same-origin' || site === 'none' || isVisit(knock);
};

/**
 * The status a request is refused with, so that no web page reaches what is meant for programs of this computer: 421
 * for a name that is not this computer's, 403 for what a page of another site sends. Undefined when it may come in.
 */
export const refusalOf = (knock: Knock): 403 | 421 | undefined => {
  if (!isOwnName(knock)) return 421;
  return isOfOwnPage(knock) ? undefined : 403;
};

/** Refuses a request that may not come in; says whether it did. */
export const turnedAway = (incoming: IncomingMessage, response: ServerResponse): boolean => {
  const status = refusalOf(incoming);
  if (status === undefined) return false;
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(
    status === 421 ? 'This server answers to its own address only.\n' : 'Pages of other sites are refused.\n',
  );
  return true;
};
