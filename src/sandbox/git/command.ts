import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** What a finished git command left behind. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A git command that ended with an exit code its caller does not expect. */
export class GitError extends Error {
  readonly code: number;

  constructor(args: readonly string[], result: GitResult) {
    super(`git ${args.join(' ')} ended with ${result.code}: ${result.stderr.trim()}`);
    this.name = 'GitError';
    this.code = result.code;
  }
}

/** Settings of one git command. */
export interface GitOptions {
  readonly input?: string | Uint8Array;
  /** Added to the environment, such as `GIT_OBJECT_DIRECTORY`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Exit codes that are answers rather than failures; 0 alone when left out. */
  readonly expected?: readonly number[];
}

const inherited = (): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !name.startsWith('GIT_')) kept[name] = value;
  }
  return kept;
};

/**
 * The environment of every git process: nothing of the user's own configuration, no prompts, English messages,
 * paths taken literally, objects without regard to `refs/replace`.
 */
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

/** A running git process with its three streams. */
export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Every running git process and the folder it works in. */
const running = new Map<GitProcess, string>();

/**
 * Starts git on a bare repository, or on none for commands that need none. Who starts it ends it; `endGitBelow` finds
 * it by its repository, or by the `GIT_PROJECT_ROOT` of its environment.
 */
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

/** Ends every git process that works in a folder or below it; in any folder when none is given. */
export const endGitBelow = (folder = ''): void => {
  for (const [child, place] of running) if (place.startsWith(folder)) child.kill('SIGKILL');
};

const mostAtOnce = 8;
const waiting: (() => void)[] = [];
let active = 0;

const turn = async (): Promise<void> => {
  if (active < mostAtOnce) {
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
    // a command that ends before it has read its input closes the pipe; its exit code tells the story
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });

/** Runs git to its end. Throws `GitError` on an exit code that is not expected. At most eight run at the same time. */
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

/** Release of the git in use, such as `[2, 39]`; throws when there is no git. */
export const gitVersion = async (): Promise<readonly [number, number]> => {
  const { stdout } = await git(undefined, ['version']);
  const found = /(\d{1,9})\.(\d{1,9})/.exec(stdout.toString('utf8'));
  return [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
};
