import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../support/servers/startSandbox.ts';

/** Owner of a token, `nobody` for none, or the token itself. */
export type As = keyof RunningSandbox['tokens'] | 'nobody' | (string & {});

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, of the type the test expects. */
  readonly json: Body;
}

export interface Driven {
  readonly sandbox: RunningSandbox;
  readonly get: <Body = unknown>(
    path: string,
    as?: As,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer<Body>>;
  readonly post: <Body = unknown>(path: string, body: unknown, as?: As) => Promise<Answer<Body>>;
  readonly git: (...args: readonly string[]) => Promise<string>;
}

export const runGit = async (args: readonly string[], cwd?: string): Promise<string> => {
  const { stdout } = await promisify(execFile)('git', [...args], {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
  });
  return stdout.replace(/\n$/, '');
};

export const answerOf = async <Body>(response: Response): Promise<Answer<Body>> => {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text) as Body;
    },
  };
};

export const tokenOf = ({ tokens }: RunningSandbox, as: As): string | undefined =>
  as === 'nobody' ? undefined : as in tokens ? tokens[as as keyof RunningSandbox['tokens']] : as;

/** Paths are below `/api/v4`; redirects are not followed. */
export const drive = (sandbox: RunningSandbox): Driven => {
  const send = async <Body>(
    path: string,
    as: As,
    init: RequestInit & { headers?: Record<string, string> },
  ): Promise<Answer<Body>> => {
    const token = tokenOf(sandbox, as);
    const credentials: Record<string, string> = token === undefined ? {} : { 'PRIVATE-TOKEN': token };
    const headers = { ...credentials, ...init.headers };
    return answerOf(await fetch(`${sandbox.url}/api/v4${path}`, { redirect: 'manual', ...init, headers }));
  };
  return {
    sandbox,
    get: (path, as = 'maintainer', headers = {}) => send(path, as, { headers }),
    post: (path, body, as = 'maintainer') =>
      send(path, as, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    git: (...args) => runGit([`--git-dir=${sandbox.repository}`, ...args]),
  };
};

/** Runs a sandbox during a `describe`. Its internal errors fail the run. */
export const withSandbox = (options: SandboxOptions = {}): (() => Driven) => {
  let driven: Driven | undefined;
  const errors: unknown[] = [];
  before(async () => {
    driven = drive(await startSandbox({ onError: (error) => errors.push(error), ...options }));
  });
  after(async () => {
    await driven?.sandbox.close();
    if (errors.length > 0) throw new AggregateError(errors, 'The sandbox had errors of its own.');
  });
  return () => {
    if (driven === undefined) throw new Error('The sandbox is not running yet.');
    return driven;
  };
};

export const segment = encodeURIComponent;

export const orchard = '/projects/acme%2Forchard';
