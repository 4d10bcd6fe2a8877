import { homedir } from 'node:os';
import * as vscode from '../vscode.ts';
import { readRemoteList, type Remote } from '../../model/git/remotes.ts';
import { runChild } from './childProcess.ts';
import { gitOutput } from './git.ts';
import type { LocalRepositories, LocalRepository } from './gitExtension.ts';
import type { Log } from './log.ts';
import { once } from './once.ts';

const maxOutputBytes = 256 * 1024;
const sshMs = 5_000;

/**
 * Resolves remotes like git and ssh, with `insteadOf`, `Include` and `Match`, which the Git extension ignores. Cached
 * until `clear`.
 */
export class ExactRemotes {
  readonly #repositories: LocalRepositories;
  readonly #log: Log;
  readonly #remotes = new Map<string, Promise<readonly Remote[]>>();
  readonly #hosts = new Map<string, Promise<string>>();

  constructor(repositories: LocalRepositories, log: Log) {
    this.#repositories = repositories;
    this.#log = log;
  }

  clear(): void {
    this.#remotes.clear();
    this.#hosts.clear();
  }

  /** From `git remote -v`; in Restricted Mode from the Git extension. */
  of({ root, remotes }: LocalRepository): Promise<readonly Remote[]> {
    if (remotes.length === 0 || !vscode.workspace.isTrusted) return Promise.resolve(remotes);
    return once(this.#remotes, JSON.stringify([root, remotes]), async () => {
      try {
        const at = await this.#repositories.git(root);
        return readRemoteList((await gitOutput(at, ['remote', '-v'])).toString());
      } catch (error) {
        this.#log.error('git could not list the remotes; those of its extension are used.', error);
        return remotes;
      }
    });
  }

  /** From `ssh -G`; in Restricted Mode the names themselves. */
  async hosts(names: readonly string[]): Promise<(alias: string) => string> {
    const found = new Map(
      vscode.workspace.isTrusted
        ? await Promise.all(
            names.map(async (name) => [name, await once(this.#hosts, name, () => this.#resolve(name))] as const),
          )
        : [],
    );
    return (alias) => found.get(alias) ?? alias;
  }

  async #resolve(name: string): Promise<string> {
    // IPv6 addresses are no aliases, and other characters are not passed to ssh
    if (!/^\w[\w.-]*$/.test(name)) return name;
    const signal = AbortSignal.timeout(sshMs);
    try {
      const settings = { cwd: homedir(), signal, maxOutputBytes: maxOutputBytes };
      const { stdout, stderr, error } = await runChild('ssh', ['-G', '--', name], settings);
      if (error === undefined) return /^hostname (\S+)$/m.exec(stdout.toString())?.[1] ?? name;
      this.#log.info(`ssh -G ${name}: ${stderr.trim().slice(0, 200) || error.message}`);
    } catch (error) {
      if (!signal.aborted) throw error;
      this.#log.info(`ssh -G ${name} took longer than ${sshMs / 1_000} seconds.`);
    }
    return name;
  }
}
