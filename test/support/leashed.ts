import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** What {@link startLeashed} runs. */
export type LeashedCommand = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
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
    [path.join(import.meta.dirname, 'leash.mjs'), ...remove, '--', command, ...args],
    {
      env,
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ['pipe', 'pipe', 'pipe'],
      // not in our process group: the terminal's Ctrl-C must not end the leash before what it holds
      detached: true,
    },
  );
  leash.stdin.on('error', () => {});
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
