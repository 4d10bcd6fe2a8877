import type { ServerResponse } from 'node:http';
import type { Loopback, Received } from '../client/loopback.ts';

export interface Passing {
  readonly request: Received;
  readonly response: ServerResponse;
  /** Forwards the request; resolves, on the server's answer, with a function that delivers it. */
  readonly forward: () => Promise<() => void>;
}

/** A relay that lets tests decide about each request; returns its address. */
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

/** Excludes dry runs. */
export const isChange = ({ method, body }: Pick<Received, 'method' | 'body'>): boolean =>
  method === 'POST' && !body.includes('"dry_run":true');
