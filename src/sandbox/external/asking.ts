import { git } from '../git/command.ts';
import { fetchJson, OutgoingError, webAddress } from '../transfer/outgoing.ts';

/** Refusal or malformed response of the other service; the message is for the importing user. */
export class OutsideError extends Error {
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutsideError';
    this.status = status;
  }
}

/** Authenticated access; paths are relative to `address`. */
export interface Asking {
  readonly address: string;
  readonly authorization: string;
  /** Used in turn when the previous one gets 429; default none. */
  readonly furtherAuthorizations?: readonly string[];
  /** Default 100. */
  readonly pageSize?: number;
  readonly signal: AbortSignal;
}

/** Value of an `Authorization` header. */
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

/** Throws `OutsideError` on any status but 200. */
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

/** Fetches pages until one is short. */
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
 * Fetches branches, tags and the commits of pull requests, without refs for the latter. Passes credentials by the
 * environment, as command lines are visible to other processes.
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

/** SHAs newest first; empty if either commit is missing. */
export const commitsBetween = async (directory: string, base: string, head: string): Promise<readonly string[]> => {
  if (!/^[0-9a-f]{40}$/.test(base) || !/^[0-9a-f]{40}$/.test(head)) return [];
  const { stdout } = await git(directory, ['rev-list', `${base}..${head}`], { expected: [0, 128] });
  return stdout.toString('utf8').split('\n').filter(Boolean);
};
