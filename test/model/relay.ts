import type { ServerResponse } from 'node:http';
import type { Loopback, Received } from '../client/loopback.ts';

/** A request on its way through a relay. */
export interface Passing {
  readonly request: Received;
  readonly response: ServerResponse;
  /** Sends the request on; resolves when the server has answered, with what hands that answer to the client. */
  readonly forward: () => Promise<() => void>;
}

/** Stands between a client and a server and decides what becomes of each request. Answers the relay's address. */
export const relay = async (
  { serve }: Pick<Loopback, 'serve'>,
  server: string,
  pass: (passing: Passing) => Promise<void>,
): Promise<string> => {
  const { origin } = await serve((request, response) => {
    const forward = async (): Promise<() => void> => {
      const { authorization = '', 'content-type': type } = request.headers;
      const answer = await fetch(`${server}${request.target}`, {
        method: request.method,
        headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
        ...(request.body === '' ? {} : { body: request.body }),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const kept = ['content-type', 'x-next-page', 'x-total'].flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return () => response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
    };
    pass({ request, response, forward }).catch(() => response.destroy());
  });
  return origin;
};

/** Whether a request is a change that was asked for, and no dry run. */
export const isChange = ({ method, body }: Pick<Received, 'method' | 'body'>): boolean =>
  method === 'POST' && !body.includes('"dry_run":true');
