import { readBody } from './body.ts';
import type { RequestRecord } from './client.ts';
import { Secrets } from './redactSecrets.ts';
import { type Sender, userAgent } from './sending.ts';
import { sendRecorded } from './sendRecorded.ts';
import type { Transport, TransportResponse } from './transport.ts';

export interface RemoteFile {
  readonly status: number;
  readonly sizeBytes: number | undefined;
  /** Lower case, without parameters. */
  readonly type: string | undefined;
  /** Beginning of an error message. */
  readonly words: string | undefined;
  /** Without query. */
  readonly leadsTo: string | undefined;
  /** Addresses signed for GET refuse HEAD. */
  readonly method: 'HEAD' | 'GET';
}

export interface RemoteFileOptions {
  readonly transport: () => Promise<Transport>;
  readonly signal: AbortSignal;
  /** Removed from errors, like the address's credentials. */
  readonly secrets?: Secrets | undefined;
  /** Without query. */
  readonly record?: ((request: RequestRecord) => void) | undefined;
}

const timeoutMs = 20_000;
const wordsBytes = 64 * 1024;

/**
 * Requests headers without a token, by HEAD or by GET of the first byte; follows no redirect. Throws a `RequestError`
 * without query if there is no answer.
 */
export const describeRemoteFile = async (address: URL, options: RemoteFileOptions): Promise<RemoteFile> => {
  const head = await asked(address, 'HEAD', options);
  const isRefused = head.status >= 400 && head.status !== 404 && head.status !== 410;
  return isRefused || (head.status === 200 && head.sizeBytes === undefined) ? asked(address, 'GET', options) : head;
};

const asked = async (address: URL, method: 'HEAD' | 'GET', options: RemoteFileOptions): Promise<RemoteFile> => {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  url.hash = '';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const { secrets = new Secrets() } = options;
  secrets.addFromAddress(address.href);
  const sender: Sender = { transport: options.transport, token: async () => undefined, secrets };
  const shown = `${address.origin}${address.pathname}`;
  return sendRecorded({ sender, reference: 'archive', method, address: shown, ...options }, async ({ transport }) => {
    const response = await transport.send({
      method,
      url,
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...(method === 'GET' ? { range: 'bytes=0-0' } : {}),
        ...(username === '' ? {} : { authorization: `Basic ${credentials}` }),
      },
      body: undefined,
      signal: options.signal,
      headersTimeoutMs: timeoutMs,
      bodyTimeoutMs: timeoutMs,
      wholeTimeoutMs: timeoutMs,
    });
    try {
      return await described(response, address, method);
    } finally {
      await response.cancel();
    }
  });
};

const described = async (
  response: TransportResponse,
  address: URL,
  method: RemoteFile['method'],
): Promise<RemoteFile> => {
  const { status, headers } = response;
  const [, whole] = /^bytes \d+-\d+\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? [];
  const length = status === 206 ? whole : headers['content-length'];
  const location = headers['location'] ?? '';
  const target =
    status >= 300 && status < 400 && URL.canParse(location, address.href) ? new URL(location, address) : undefined;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return {
    status: status === 206 ? 200 : status,
    sizeBytes: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    type: type === '' ? undefined : type,
    words: method === 'GET' && status >= 400 ? await words(response) : undefined,
    leadsTo: target === undefined ? undefined : `${target.origin}${target.pathname}`,
    method,
  };
};

const words = async (response: TransportResponse): Promise<string | undefined> => {
  try {
    return (await readBody(response, wordsBytes)).toString('utf8');
  } catch {
    // the status suffices
    return undefined;
  }
};
