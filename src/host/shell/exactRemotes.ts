import { homedir } from 'node:os';
import * as vscode from '../vscode.ts';
import { readRemoteList, type Remote } from '../../model/remotes.ts';
import { runChild } from './childProcess.ts';
import { gitOutput } from './git.ts';
import type { LocalRepositories, LocalRepository } from './gitExtension.ts';
import type { Log } from './log.ts';
import { once } from './once.ts';

const largestOutputBytes = 256 * 1024;
/** How long ssh may take to read its configuration, in milliseconds. */
const sshMs = 5_000;

/**
 * Where remotes lead as git and ssh have it, with `insteadOf`, `Include` and `Match`: the extension for Git reads the
 * configuration of the repository alone. Answers are kept until `forget`.
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

  forget(): void {
    this.#remotes.clear();
    this.#hosts.clear();
  }

  /** The remotes of a repository by `git remote -v`; in Restricted Mode they are those of the extension for Git. */
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

  /** The host names behind names that may be aliases, by `ssh -G`; in Restricted Mode they are host names themselves. */
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
    // an address of IPv6 is no alias, and nothing else has other signs
    if (!/^\w[\w.-]*$/.test(name)) return name;
    const signal = AbortSignal.timeout(sshMs);
    try {
      const settings = { cwd: homedir(), signal, largestOutputBytes };
      const { stdout, stderr, failed } = await runChild('ssh', ['-G', '--', name], settings);
      if (failed === undefined) return /^hostname (\S+)$/m.exec(stdout.toString())?.[1] ?? name;
      this.#log.info(`ssh -G ${name}: ${stderr.trim().slice(0, 200) || failed.message}`);
    } catch (error) {
      if (!signal.aborted) throw error;
      this.#log.info(`ssh -G ${name} took longer than ${sshMs / 1_000} seconds.`);
    }
    return name;
  }
}
