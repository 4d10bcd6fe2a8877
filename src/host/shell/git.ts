import { setTimeout as delay } from 'node:timers/promises';
import { shorten } from '../../client/errorBody.ts';
import { gitArguments, type GitCall, type GitCommand, gitInput, type RunGit } from '../../model/git/git.ts';
import { type ChildResult, silentGit, runChild, startChild } from './childProcess.ts';

export interface GitFolder {
  readonly folder: string;
  /** As the Git extension found it. */
  readonly gitPath: string;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const maxOutputBytes = 512 * 1024 * 1024;

/** Limit of stderr while streaming. */
const maxWords = 100_000;

const prepared = ({ folder, gitPath }: GitFolder, command: GitCommand, call: GitCall) => {
  const { input, paths, env, signal } = call;
  const hasPaths = paths !== undefined || (typeof input === 'object' && 'paths' in input);
  const environment = { ...silentGit, ...(hasPaths ? { GIT_LITERAL_PATHSPECS: '1' } : {}), ...env };
  const settings = { cwd: folder, environment, signal, input: gitInput(input) };
  return [gitPath, gitArguments(command, call), settings] as const;
};

/**
 * Runs git without prompts. Resolves with any exit code; rejects if it didn't start, printed too much or was aborted.
 */
export const runGit = async (at: GitFolder, command: GitCommand, call: GitCall = {}): Promise<GitResult> => {
  const [program, args, settings] = prepared(at, command, call);
  const { stdout, stderr, failed } = await runChild(program, args, { ...settings, largestOutputBytes: maxOutputBytes });
  const code = failed === undefined ? 0 : failed.code;
  if (typeof code !== 'number') throw gitFailure(command, stderr, failed);
  return { code, stdout, stderr };
};

/** stdout; rejects with git's message on failure. */
export const gitOutput = async (at: GitFolder, command: GitCommand, call?: GitCall): Promise<Buffer> => {
  const { code, stdout, stderr } = await runGit(at, command, call);
  if (code !== 0) throw gitFailure(command, stderr);
  return stdout;
};

export const gitLine = async (at: GitFolder, command: GitCommand, call?: GitCall): Promise<string> =>
  (await gitOutput(at, command, call)).toString().split('\n', 1)[0] ?? '';

/** Almost four seconds in all. */
const maxTries = 10;

/** Retries while the configuration is locked, as by the Git extension after a checkout. */
export const setGitConfig = async (at: GitFolder, key: string, value: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const { code, stderr } = await runGit(at, ['config', '--local'], { revisions: [key, value] });
    if (code === 0) return;
    if (tries === maxTries || !stderr.includes('could not lock config file')) throw gitFailure(['config'], stderr);
    await delay(tries ** 2 * 10);
  }
};

/** Streams stdout; rejects with git's message on failure. */
export const streamGit = async (
  at: GitFolder,
  command: GitCommand,
  call: GitCall,
  take: (piece: Buffer) => void,
): Promise<void> => {
  const { signal } = call;
  const [program, args, { input, ...settings }] = prepared(at, command, call);
  const child = startChild(program, args, settings);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < maxWords) stderr += chunk.toString();
  });
  child.stdout.on('data', take);
  // git may exit before reading all input
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(signal?.aborted === true ? (signal.reason as Error) : error));
    child.once('close', (code) => (code === 0 ? resolve() : reject(gitFailure(command, stderr))));
  });
};

export const gitIn =
  (at: GitFolder): RunGit =>
  (command, call) =>
    gitOutput(at, command, call);

/** git's message, else the exit code. */
export const gitFailure = (command: GitCommand, stderr: string, failed?: ChildResult['failed']): Error => {
  const message = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('warning:') && !line.startsWith('hint:'))
    .join(' ');
  const name = command.find((part): part is string => typeof part === 'string' && !part.startsWith('-')) ?? '';
  const words =
    message === '' ? String(failed?.code ?? failed?.message ?? 'failed') : shorten(withoutCredentials(message));
  return new Error(`git ${name}: ${words}`, { cause: failed });
};

const withoutCredentials = (words: string): string => words.replace(/(?<!\w)(\w+:\/\/)[^\s/@]+@/g, '$1');

/** Errors of the Git extension have git's message only in `stderr`. */
export const byGitExtension = async (command: string, work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    throw stderr ? gitFailure([command], stderr) : error;
  }
};

/** Makes git write objects to `scratch` and also read those of `repository`. Absolute paths. */
export const scratchObjects = (scratch: string, repository: string): Readonly<Record<string, string>> => ({
  GIT_OBJECT_DIRECTORY: scratch,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${repository.replace(/["\\]/g, '\\$&')}"`,
});
