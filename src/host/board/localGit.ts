import { spawn } from 'node:child_process';
import * as vscode from 'vscode';

/** What a git command printed, and how it ended. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** How a git command is run. */
export interface GitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Added to the environment, such as `GIT_OBJECT_DIRECTORY`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A repository on disk and the program to run there. */
export interface GitFolder {
  readonly folder: string;
  /** As the editor has found it, or as its user has set it. */
  readonly gitPath: string;
}

/** Most that a command may print, in bytes. */
const largestOutputBytes = 256 * 1024 * 1024;

/**
 * Runs git in a folder, with the user's own configuration and without questions on a terminal nobody sees. Answers
 * however it ended; throws when git cannot be started, prints too much or the signal aborts.
 */
export const runGit = (
  { folder, gitPath }: GitFolder,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(gitPath, ['-C', folder, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      // paths as they are, and messages that can be read by us: names in a report come from the machine's part of it
      env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', ...options.environment },
      signal: options.signal,
      windowsHide: true,
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= largestOutputBytes) {
        stdout.push(part);
        return;
      }
      reject(new Error(vscode.l10n.t('git {0} printed too much to be held.', args[0] ?? '')));
      child.kill();
    });
    child.stderr.on('data', (part: Buffer) => stderr.push(part));
    child.once('error', (error) => reject(options.signal?.aborted ? (options.signal.reason as Error) : error));
    // a command that reads no input may end before it was given any
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    child.once('close', (code) =>
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') }),
    );
  });

/** The first line git printed; throws with git's words when it failed. */
export const gitLine = async (at: GitFolder, args: readonly string[], options: GitOptions = {}): Promise<string> => {
  const result = await runGit(at, args, options);
  if (result.code !== 0) throw gitFailure(args, result);
  return result.stdout.toString('utf8').split('\n', 1)[0] ?? '';
};

/** A git command that failed, in git's words. */
export const gitFailure = (args: readonly string[], { code, stderr }: GitResult): Error =>
  new Error(vscode.l10n.t('git {0} failed ({1}): {2}', args[0] ?? '', code, withoutCredentials(stderr.trim())));

/** Addresses of remotes may hold a name and a password. */
const withoutCredentials = (words: string): string => words.replace(/(\w+:\/\/)[^\s/@]+@/g, '$1');
