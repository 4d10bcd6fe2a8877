import { setTimeout as delay } from 'node:timers/promises';
import { shorten } from '../../client/errorBody.ts';
import { gitArguments, type GitCall, type GitCommand, gitInput, type RunGit } from '../../model/git.ts';
import { type ChildResult, quietGit, runChild, startChild } from './childProcess.ts';

/** A folder of a repository on disk, and the git program to run there. */
export interface GitFolder {
  readonly folder: string;
  /** As the editor has found it, or as its user has set it. */
  readonly gitPath: string;
}

/** What a git command printed, and the code it ended with. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const largestOutputBytes = 512 * 1024 * 1024;

/** Most characters of git's messages that are kept while it streams. */
const mostWords = 100_000;

/** The program, its arguments, and how it is started. */
const prepared = ({ folder, gitPath }: GitFolder, command: GitCommand, call: GitCall) => {
  const { input, paths, env, signal } = call;
  const hasPaths = paths !== undefined || (typeof input === 'object' && 'paths' in input);
  const environment = { ...quietGit, ...(hasPaths ? { GIT_LITERAL_PATHSPECS: '1' } : {}), ...env };
  const settings = { cwd: folder, environment, signal, input: gitInput(input) };
  return [gitPath, gitArguments(command, call), settings] as const;
};

/**
 * Runs git in a folder, with the user's own configuration and without prompts. Resolves
 * whatever code it ended with; rejects when it did not start, printed too much or the signal aborts.
 */
export const runGit = async (at: GitFolder, command: GitCommand, call: GitCall = {}): Promise<GitResult> => {
  const [program, args, settings] = prepared(at, command, call);
  const { stdout, stderr, failed } = await runChild(program, args, { ...settings, largestOutputBytes });
  const code = failed === undefined ? 0 : failed.code;
  if (typeof code !== 'number') throw gitFailure(command, stderr, failed);
  return { code, stdout, stderr };
};

/** What git printed; rejects with git's words when it failed. */
export const gitOutput = async (at: GitFolder, command: GitCommand, call?: GitCall): Promise<Buffer> => {
  const { code, stdout, stderr } = await runGit(at, command, call);
  if (code !== 0) throw gitFailure(command, stderr);
  return stdout;
};

/** The first line git printed; rejects with git's words when it failed. */
export const gitLine = async (at: GitFolder, command: GitCommand, call?: GitCall): Promise<string> =>
  (await gitOutput(at, command, call)).toString().split('\n', 1)[0] ?? '';

/** Most attempts at a locked configuration, for almost four seconds in all. */
const mostTries = 10;

/**
 * Sets a name as a value of a repository's own configuration. Git refuses this while another program writes there, as the Git
 * extension does after a branch was checked out: then it is tried again.
 */
export const setGitConfig = async (at: GitFolder, key: string, value: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const { code, stderr } = await runGit(at, ['config', '--local'], { revisions: [key, value] });
    if (code === 0) return;
    if (tries === mostTries || !stderr.includes('could not lock config file')) throw gitFailure(['config'], stderr);
    await delay(tries ** 2 * 10);
  }
};

/** Hands on what a git command prints, piece by piece, as much as it may be; rejects with git's words when it failed. */
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
    if (stderr.length < mostWords) stderr += chunk.toString();
  });
  child.stdout.on('data', take);
  // it may end before it has read everything; what it says of that is in its own words
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(signal?.aborted === true ? (signal.reason as Error) : error));
    child.once('close', (code) => (code === 0 ? resolve() : reject(gitFailure(command, stderr))));
  });
};

/** Runs git in one folder, for those who know nothing of folders. */
export const gitIn =
  (at: GitFolder): RunGit =>
  (command, call) =>
    gitOutput(at, command, call);

/** The error of a git command: git's own words; where it said nothing, how it ended. */
export const gitFailure = (command: GitCommand, stderr: string, failed?: ChildResult['failed']): Error => {
  const said = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('warning:') && !line.startsWith('hint:'))
    .join(' ');
  const name = command.find((part): part is string => typeof part === 'string' && !part.startsWith('-')) ?? '';
  const words = said === '' ? String(failed?.code ?? failed?.message ?? 'failed') : shorten(withoutCredentials(said));
  return new Error(`git ${name}: ${words}`, { cause: failed });
};

/** Addresses of remotes may hold a name and a password. */
const withoutCredentials = (words: string): string => words.replace(/(?<!\w)(\w+:\/\/)[^\s/@]+@/g, '$1');

/** Work of the Git extension, whose errors have git's words beside their message. */
export const byGitExtension = async (command: string, work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    throw stderr ? gitFailure([command], stderr) : error;
  }
};

/**
 * Makes git write objects into a folder of their own while it reads those of a repository. Both are absolute paths, and
 * may hold anything: what divides a list of paths is put in quotes.
 */
export const scratchObjects = (scratch: string, repository: string): Readonly<Record<string, string>> => ({
  GIT_OBJECT_DIRECTORY: scratch,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${repository.replace(/["\\]/g, '\\$&')}"`,
});
