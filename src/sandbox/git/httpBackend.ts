import type { IncomingMessage, ServerResponse } from 'node:http';
import { startGit } from './command.ts';

/** `root` is the folder of the repositories. */
export interface BackendRequest {
  readonly root: string;
  /** Such as `/group/name.git/info/refs`. */
  readonly path: string;
  readonly query: string;
  /** Username; empty for anonymous, who may only read. */
  readonly user: string;
}

const parseCgiHeaders = (text: string): { readonly status: number; readonly headers: Record<string, string> } => {
  const headers: Record<string, string> = {};
  let status = 200;
  for (const line of text.split(/\r?\n/)) {
    const [name = '', ...rest] = line.split(':');
    const value = rest.join(':').trim();
    if (name.toLowerCase() === 'status') status = Number(value.slice(0, 3));
    else if (name !== '') headers[name] = value;
  }
  return { status, headers };
};

const fail = (response: ServerResponse, text: string): void => {
  response.writeHead(500, { 'content-type': 'text/plain' });
  response.end(`${text}\n`);
};

/** Streams both bodies. The response ends after `finished`, which never rejects. */
export const serveRepository = (
  { root, path, query, user }: BackendRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
  finished: () => Promise<void> = async () => undefined,
): void => {
  const child = startGit(undefined, ['http-backend'], {
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: String(incoming.headers['git-protocol'] ?? ''),
    PATH_INFO: path,
    QUERY_STRING: query,
    REQUEST_METHOD: incoming.method ?? 'GET',
    CONTENT_TYPE: incoming.headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: incoming.headers['content-encoding'] ?? '',
    ...(incoming.headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: incoming.headers['content-length'] }),
    REMOTE_USER: user,
    REMOTE_ADDR: incoming.socket.remoteAddress ?? '',
  });
  let head: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === undefined) {
      if (!response.write(chunk)) child.stdout.pause();
      return;
    }
    head = Buffer.concat([head, chunk]);
    const split = head.indexOf('\r\n\r\n');
    if (split === -1) return;
    const { status, headers } = parseCgiHeaders(head.toString('latin1', 0, split));
    response.writeHead(status, headers);
    response.write(head.subarray(split + 4));
    head = undefined;
  });
  response.on('drain', () => child.stdout.resume());
  child.stderr.resume();
  child.stdin.on('error', () => undefined);
  child.on('error', () => fail(response, 'git could not be started'));
  child.on('close', () => {
    // discards unread input, which would block the next request of the connection
    incoming.unpipe().resume();
    if (head !== undefined) return fail(response, 'git http-backend gave no answer');
    void finished().then(() => response.end());
  });
  response.on('close', () => child.kill('SIGKILL'));
  incoming.pipe(child.stdin);
};
