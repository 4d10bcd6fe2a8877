import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export class GitError extends Error {
  readonly code: number;

  constructor(args: readonly string[], result: GitResult) {
    super(`git ${args.join(' ')} ended with ${result.code}: ${result.stderr.trim()}`);
    this.name = 'GitError';
    this.code = result.code;
  }
}

export interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  /** Exit codes that aren't failures; default 0. */
  readonly expected?: readonly number[];
}

const inherited = (): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !name.startsWith('GIT_')) kept[name] = value;
  }
  return kept;
};

/** No configuration of the user, no prompts, English messages, literal paths, no `refs/replace`. */
export const gitEnvironment = (): Record<string, string> => ({
  ...inherited(),
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
  GIT_CONFIG_KEY_1: 'core.quotepath',
  GIT_CONFIG_VALUE_1: 'false',
  GIT_TERMINAL_PROMPT: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
});

export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Running git processes with the folder each works in. */
const running = new Map<GitProcess, string>();

/** The caller ends it; `endGitBelow` matches it by its repository or its `GIT_PROJECT_ROOT`. */
export const startGit = (
  directory: string | undefined,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): GitProcess => {
  const place = directory === undefined ? [] : [`--git-dir=${directory}`];
  const child = spawn('git', [...place, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...gitEnvironment(), ...environment },
    windowsHide: true,
  });
  running.set(child, directory ?? environment['GIT_PROJECT_ROOT'] ?? '');
  child.once('close', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
};

/** By default kills all. */
export const endGitBelow = (folder = ''): void => {
  for (const [child, place] of running) if (place.startsWith(folder)) child.kill('SIGKILL');
};

const maxAtOnce = 8;
const waiting: (() => void)[] = [];
let active = 0;

const turn = async (): Promise<void> => {
  if (active < maxAtOnce) {
    active += 1;
    return;
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
};

const done = (): void => {
  const next = waiting.shift();
  if (next === undefined) active -= 1;
  else next();
};

const finish = (child: GitProcess, input: string | Uint8Array | undefined): Promise<GitResult> =>
  new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? -1, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') }),
    );
    // git may exit without reading its input, which breaks the pipe; the exit code is the result
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });

/** At most eight run at a time. Throws `GitError` on an unexpected exit code. */
export const git = async (
  directory: string | undefined,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> => {
  await turn();
  try {
    const result = await finish(startGit(directory, args, options.environment), options.input);
    if (!(options.expected ?? [0]).includes(result.code)) throw new GitError(args, result);
    return result;
  } finally {
    done();
  }
};

/** Throws when git is not installed. */
export const gitVersion = async (): Promise<readonly [number, number]> => {
  const { stdout } = await git(undefined, ['version']);
  const found = /(\d{1,9})\.(\d{1,9})/.exec(stdout.toString('utf8'));
  return [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
};
