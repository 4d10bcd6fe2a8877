import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Failed request to another server; the message is for the user. */
export class OutgoingError extends Error {
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutgoingError';
    this.status = status;
  }
}

const send = (url: URL, options: RequestOptions, body?: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = ask(url, options, resolve);
    request.once('error', (cause) => reject(new OutgoingError(cause.message, undefined, { cause })));
    if (body === undefined) request.end();
    else void pipeline(createReadStream(body), request).catch(() => undefined);
  });

/** Throws `OutgoingError` unless the URL is http or https. */
export const webAddress = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new OutgoingError(`Invalid URL: ${text}`);
  }
  return url;
};

/** Throws `OutgoingError` on any status but 2xx. */
export const sendFile = async (
  { url, method }: { readonly url: string; readonly method: 'PUT' | 'POST' },
  file: string,
  signal: AbortSignal,
): Promise<void> => {
  const { size } = await stat(file);
  const headers = { 'content-type': 'application/gzip', 'content-length': size };
  const response = await send(webAddress(url), { method, headers, signal }, file);
  response.resume();
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299)
    throw new OutgoingError(`The upload was answered ${statusCode}.`, statusCode);
};

export interface RemoteFile {
  readonly status: number;
  readonly type: string | undefined;
  readonly length: number | undefined;
}

/** HEAD request without following redirects. */
export const describeRemote = async (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<RemoteFile> => {
  const response = await send(url, { method: 'HEAD', headers, signal });
  response.resume();
  const length = response.headers['content-length'];
  return {
    status: response.statusCode ?? 0,
    type: response.headers['content-type'],
    length: length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined,
  };
};

/** Throws `OutgoingError` when the file is missing, incomplete or larger than `most` bytes. */
export const fetchFile = async (
  url: URL,
  headers: Readonly<Record<string, string>>,
  target: { readonly path: string; readonly most: number },
  signal: AbortSignal,
): Promise<void> => {
  const response = await send(url, { method: 'GET', headers, signal });
  if (response.statusCode !== 200) {
    response.resume();
    throw new OutgoingError(`The file was answered with ${response.statusCode ?? 0}.`, response.statusCode);
  }
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > target.most ? new OutgoingError('The file is larger than allowed.') : null, chunk);
    },
  });
  try {
    await pipeline(response, counted, createWriteStream(target.path));
  } catch (cause) {
    if (cause instanceof OutgoingError) throw cause;
    throw new OutgoingError('The file was cut off.', undefined, { cause });
  }
};

/** Accepts any status; throws `OutgoingError` without a JSON response. */
export const fetchJson = async (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly body: unknown }> => {
  const response = await send(url, { method: 'GET', headers: { accept: 'application/json', ...headers }, signal });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    return { status: response.statusCode ?? 0, body: text === '' ? null : (JSON.parse(text) as unknown) };
  } catch (cause) {
    throw new OutgoingError('The answer is no JSON.', response.statusCode, { cause });
  }
};
