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

/**
 * Runs git in a folder, with the user's own configuration and without questions on a terminal nobody sees. Answers
 * however it ended; throws when git cannot be started or the signal aborts.
 */
export const runGit = (folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', folder, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      // paths as they are, and messages that can be read by us: names in a report come from the machine's part of it
      env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', ...options.environment },
      signal: options.signal,
      windowsHide: true,
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => stdout.push(part));
    child.stderr.on('data', (part: Buffer) => stderr.push(part));
    child.once('error', reject);
    // a command that reads no input may end before it was given any
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    child.once('close', (code) =>
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') }),
    );
  });

/** The first line git printed; throws with git's words when it failed. */
export const gitLine = async (folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> => {
  const result = await runGit(folder, args, options);
  if (result.code !== 0) throw gitFailure(args, result);
  return result.stdout.toString('utf8').split('\n', 1)[0] ?? '';
};

/** A git command that failed, in git's words. */
export const gitFailure = (args: readonly string[], { code, stderr }: GitResult): Error =>
  new Error(vscode.l10n.t('git {0} failed ({1}): {2}', args[0] ?? '', code, withoutCredentials(stderr.trim())));

/** Addresses of remotes may hold a name and a password. */
const withoutCredentials = (words: string): string => words.replace(/(\w+:\/\/)[^\s/@]+@/g, '$1');
