import { git } from '../git/command.ts';
import { fetchJson, OutgoingError, webAddress } from '../transfer/outgoing.ts';

/** Another service refused something or answered what nobody can read; the message is for who asked for the import. */
export class OutsideError extends Error {
  /** What the service answered; undefined when it answered nothing. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutsideError';
    this.status = status;
  }
}

/** A signed-in way to ask another service: paths are below its address. */
export interface Asking {
  readonly address: string;
  readonly authorization: string;
  /** Taken one after the other while the ones before have reached their rate limit; none when left out. */
  readonly furtherAuthorizations?: readonly string[];
  /** Rows of a page of a list; 100 when left out. */
  readonly pageSize?: number;
  readonly signal: AbortSignal;
}

/** Signs in with a user name and a password or token. */
export const basic = (username: string, secret: string): string =>
  `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;

const sentenceOf = (body: unknown): string => {
  if (typeof body !== 'object' || body === null) return 'no reason given';
  const { message, errors, error } = body as {
    message?: unknown;
    errors?: { message?: string }[];
    error?: { message?: string };
  };
  if (typeof message === 'string') return message;
  return errors?.[0]?.message ?? error?.message ?? 'no reason given';
};

/** Asks for JSON; throws `OutsideError` for anything but 200. */
export const ask = async (asking: Asking, path: string): Promise<unknown> => {
  const { address, authorization: first, furtherAuthorizations: further = [], signal } = asking;
  const url = address + path;
  try {
    let { status, body } = await fetchJson(webAddress(url), { authorization: first }, signal);
    for (const authorization of further) {
      if (status !== 429) break;
      ({ status, body } = await fetchJson(webAddress(url), { authorization }, signal));
    }
    if (status === 200) return body;
    throw new OutsideError(`${sentenceOf(body)} (HTTP ${status})`, status);
  } catch (cause) {
    if (!(cause instanceof OutgoingError)) throw cause;
    throw new OutsideError(cause.message, cause.status, { cause });
  }
};

/** Asks for a list page by page until a page is short. */
export const askAll = async (asking: Asking, path: string): Promise<readonly unknown[]> => {
  const size = asking.pageSize ?? 100;
  const found: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const rows = await ask(asking, `${path}${path.includes('?') ? '&' : '?'}per_page=${size}&page=${page}`);
    if (!Array.isArray(rows)) throw new OutsideError('The service did not answer a list.');
    found.push(...(rows as unknown[]));
    if (rows.length < size) return found;
  }
};

/**
 * Fetches branches, tags and the heads of pull requests into a bare repository; the latter bring their commits along
 * and get no refs. Credentials go by the environment, never by the command line.
 */
export const fetchRepository = async (
  directory: string,
  url: string,
  authorization: string | undefined,
): Promise<void> => {
  const environment =
    authorization === undefined
      ? {}
      : {
          GIT_CONFIG_COUNT: '3',
          GIT_CONFIG_KEY_2: 'http.extraHeader',
          GIT_CONFIG_VALUE_2: `Authorization: ${authorization}`,
        };
  const refs = ['heads', 'tags', 'pull'].map((kind) => `+refs/${kind}/*:refs/${kind}/*`);
  await git(directory, ['fetch', '--quiet', '--no-tags', webAddress(url).href, ...refs], { environment });
  const { stdout } = await git(directory, ['for-each-ref', '--format=delete %(refname)', 'refs/pull/']);
  await git(directory, ['update-ref', '--stdin'], { input: stdout });
};

/** Hashes of the commits a request brings, newest first; none when one of the two ends is not there. */
export const commitsBetween = async (directory: string, base: string, head: string): Promise<readonly string[]> => {
  if (!/^[0-9a-f]{40}$/.test(base) || !/^[0-9a-f]{40}$/.test(head)) return [];
  const { stdout } = await git(directory, ['rev-list', `${base}..${head}`], { expected: [0, 128] });
  return stdout.toString('utf8').split('\n').filter(Boolean);
};
