import { WebSocket } from 'ws';
import type { As, Driven } from '../driving.ts';

export interface GraphqlReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // tests assert what they read
  readonly json: { data?: Record<string, never> | null; errors?: Record<string, never>[] };
}

const secretOf = ({ sandbox }: Driven, as: As): string | undefined =>
  as === 'nobody' ? undefined : as in sandbox.tokens ? sandbox.tokens[as as keyof typeof sandbox.tokens] : as;

export const bearer = (driven: Driven, as: As): Record<string, string> => {
  const secret = secretOf(driven, as);
  return secret === undefined ? {} : { authorization: `Bearer ${secret}` };
};

const replyOf = async (response: Response): Promise<GraphqlReply> => {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text) as GraphqlReply['json'];
    },
  };
};

/** Text is sent unchanged, anything else as JSON. */
export const post = async (
  driven: Driven,
  body: unknown,
  as: As = 'maintainer',
  headers: Readonly<Record<string, string>> = {},
): Promise<GraphqlReply> =>
  replyOf(
    await fetch(`${driven.sandbox.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(driven, as), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

export const get = async (
  driven: Driven,
  query: Readonly<Record<string, string>>,
  as: As = 'maintainer',
  headers: Readonly<Record<string, string>> = {},
): Promise<GraphqlReply> =>
  replyOf(
    await fetch(`${driven.sandbox.url}/api/graphql?${new URLSearchParams(query).toString()}`, {
      headers: { ...bearer(driven, as), ...headers },
    }),
  );

export interface Frames {
  readonly socket: WebSocket;
  /** Skips pings; undefined once closed. */
  readonly next: () => Promise<Record<string, unknown> | undefined>;
  readonly send: (frame: unknown) => void;
}

/** Rejects with the status of a failed handshake. */
export const openSocket = (
  driven: Driven,
  path: string,
  protocols: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<Frames> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${driven.sandbox.url.replace(/^http/, 'ws')}${path}`, [...protocols], { headers });
    const frames: Record<string, unknown>[] = [];
    let isClosed = false;
    let wake: () => void = () => undefined;
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString('utf8')) as Record<string, unknown>;
      if (frame['type'] !== 'ping') frames.push(frame);
      wake();
    });
    socket.on('close', () => {
      isClosed = true;
      wake();
    });
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, response) => {
      reject(new Error(`refused with ${response.statusCode ?? 0}`));
      response.destroy();
    });
    socket.on('open', () =>
      resolve({
        socket,
        async next() {
          while (frames.length === 0 && !isClosed) {
            await new Promise<void>((done) => {
              wake = done;
            });
          }
          return frames.shift();
        },
        send: (frame) => socket.send(JSON.stringify(frame)),
      }),
    );
  });
