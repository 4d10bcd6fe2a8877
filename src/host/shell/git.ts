import { setTimeout as delay } from 'node:timers/promises';
import { shorten } from '../../client/errorBody.ts';
import { gitArguments, type GitCall, type GitCommand, gitInput, type RunGit } from '../../model/git/git.ts';
import { type ChildResult, nonInteractiveEnvironment, runChild, startChild } from './childProcess.ts';

export interface GitFolder {
  readonly folder: string;
  /** Path of the git executable, from the Git extension. */
  readonly gitPath: string;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const maxOutputBytes = 512 * 1024 * 1024;

/** Limit of stderr while streaming. */
const maxStderrLength = 100_000;

const spawnArguments = ({ folder, gitPath }: GitFolder, command: GitCommand, call: GitCall) => {
  const { input, paths, env, signal } = call;
  const hasPaths = paths !== undefined || (typeof input === 'object' && 'paths' in input);
  const environment = { ...nonInteractiveEnvironment, ...(hasPaths ? { GIT_LITERAL_PATHSPECS: '1' } : {}), ...env };
  const settings = { cwd: folder, environment, signal, input: gitInput(input) };
  return [gitPath, gitArguments(command, call), settings] as const;
};

/**
 * Runs git without prompts. Resolves with any exit code; rejects if it didn't start, printed too much or was aborted.
 */
export const runGit = async (folder: GitFolder, command: GitCommand, call: GitCall = {}): Promise<GitResult> => {
  const [program, args, settings] = spawnArguments(folder, command, call);
  const { stdout, stderr, error } = await runChild(program, args, { ...settings, maxOutputBytes: maxOutputBytes });
  const code = error === undefined ? 0 : error.code;
  if (typeof code !== 'number') throw gitFailure(command, stderr, error);
  return { code, stdout, stderr };
};

/** stdout; rejects with git's message on failure. */
export const gitOutput = async (folder: GitFolder, command: GitCommand, call?: GitCall): Promise<Buffer> => {
  const { code, stdout, stderr } = await runGit(folder, command, call);
  if (code !== 0) throw gitFailure(command, stderr);
  return stdout;
};

export const gitFirstLine = async (folder: GitFolder, command: GitCommand, call?: GitCall): Promise<string> =>
  (await gitOutput(folder, command, call)).toString().split('\n', 1)[0] ?? '';

/** Almost three seconds in all. */
const maxTries = 10;

/** Retries while the configuration is locked, as by the Git extension after a checkout. */
export const setGitConfig = async (folder: GitFolder, key: string, value: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const { code, stderr } = await runGit(folder, ['config', '--local'], { revisions: [key, value] });
    if (code === 0) return;
    if (tries === maxTries || !stderr.includes('could not lock config file')) throw gitFailure(['config'], stderr);
    await delay(tries ** 2 * 10);
  }
};

/** Streams stdout; rejects with git's message on failure. */
export const streamGit = async (
  folder: GitFolder,
  command: GitCommand,
  call: GitCall,
  onData: (piece: Buffer) => void,
): Promise<void> => {
  const { signal } = call;
  const [program, args, { input, ...settings }] = spawnArguments(folder, command, call);
  const child = startChild(program, args, settings);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < maxStderrLength) stderr += chunk.toString();
  });
  child.stdout.on('data', onData);
  // git may exit before reading all input
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(signal?.aborted === true ? (signal.reason as Error) : error));
    child.once('close', (code) => (code === 0 ? resolve() : reject(gitFailure(command, stderr))));
  });
};

export const gitRunner =
  (folder: GitFolder): RunGit =>
  (command, call) =>
    gitOutput(folder, command, call);

/** git's message, else the exit code. */
export const gitFailure = (command: GitCommand, stderr: string, cause?: ChildResult['error']): Error => {
  const message = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('warning:') && !line.startsWith('hint:'))
    .join(' ');
  const name = command.find((part): part is string => typeof part === 'string' && !part.startsWith('-')) ?? '';
  const reason =
    message === '' ? String(cause?.code ?? cause?.message ?? 'failed') : shorten(withoutCredentials(message));
  return new Error(`git ${name}: ${reason}`, { cause: cause });
};

const withoutCredentials = (text: string): string => text.replace(/(?<!\w)(\w+:\/\/)[^\s/@]+@/g, '$1');

/** Rethrows an error of the Git extension with git's message, which is only in its `stderr`. */
export const withGitErrors = async (command: string, work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    throw stderr ? gitFailure([command], stderr) : error;
  }
};

/** Environment in which git writes objects to `scratch` and also reads those of `repository`. Absolute paths. */
export const scratchObjects = (scratch: string, repository: string): Readonly<Record<string, string>> => ({
  GIT_OBJECT_DIRECTORY: scratch,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${repository.replace(/["\\]/g, '\\$&')}"`,
});
