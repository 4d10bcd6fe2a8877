import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';

export type LeashedCommand = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Does not keep this process alive. */
  readonly isBackground?: boolean;
  /** Killed without time to clean up. */
  readonly endsAtOnce?: boolean;
  readonly removeFolders?: readonly string[];
};

export type Leashed = {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly ended: Promise<number>;
  /** Resolves when all descendants have ended and folders are removed. */
  stop(): Promise<void>;
};

/** Starts a command that ends when stopped or when this process dies. */
export function startLeashed(options: LeashedCommand): Leashed {
  const { command, args, env = process.env, cwd, removeFolders = [] } = options;
  const remove = removeFolders.flatMap((folder) => ['--remove', folder]);
  const leash = spawn(
    process.execPath,
    [
      path.join(import.meta.dirname, 'leash.mjs'),
      ...(options.endsAtOnce ? ['--at-once'] : []),
      ...remove,
      ...['--', command, ...args],
    ],
    {
      env,
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ['pipe', 'pipe', 'pipe'],
      // own process group: Ctrl-C must not end the leash before its command
      detached: true,
    },
  );
  leash.stdin.on('error', () => {});
  if (options.isBackground) {
    leash.unref();
    for (const stream of [leash.stdin, leash.stdout, leash.stderr]) (stream as Socket).unref();
  }
  const ended = once(leash, 'exit').then(([code]) => (code as number | null) ?? 1);
  return {
    stdout: leash.stdout,
    stderr: leash.stderr,
    ended,
    async stop() {
      leash.stdin.end();
      await ended;
    },
  };
}

/** Removes a folder once this process has ended and its children had a moment to end. */
export function removeAfterUs(folder: string): void {
  const wait = `setInterval(() => {}, 2 ** 30); process.on('SIGTERM', () => setTimeout(() => process.exit(), 1500));`;
  startLeashed({ command: process.execPath, args: ['-e', wait], removeFolders: [folder], isBackground: true });
}
