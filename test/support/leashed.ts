import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** What {@link startLeashed} runs. */
export type LeashedCommand = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** It does not keep this process from ending. */
  readonly isBackground?: boolean;
  /** Its end gives it no time to tidy up: nothing that it would write is wanted. */
  readonly endsAtOnce?: boolean;
  /** Folders that are removed when the command and all that it started have ended. */
  readonly removeFolders?: readonly string[];
};

/** A running command that cannot outlive this process. */
export type Leashed = {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The exit code, once all is gone. */
  readonly ended: Promise<number>;
  /** Ends the command and everything it started; resolves when they are gone and the folders are removed. */
  stop(): Promise<void>;
};

/** Starts a command that ends with us: when we stop it, and when we die. */
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
      // not in our process group: the terminal's Ctrl-C must not end the leash before what it holds
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

/** Has a folder removed when this process has ended, however that ends, and what it started has had a moment to end. */
export function removeAfterUs(folder: string): void {
  const wait = `setInterval(() => {}, 2 ** 30); process.on('SIGTERM', () => setTimeout(() => process.exit(), 1500));`;
  startLeashed({ command: process.execPath, args: ['-e', wait], removeFolders: [folder], isBackground: true });
}
