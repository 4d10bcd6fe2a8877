import * as v from 'valibot';
import type * as vscode from 'vscode';
import { type Project, project } from '../../wire/projects.ts';

const key = 'graft.project.known';

const shape = v.object({ account: v.string(), name: v.union([v.string(), v.number()]), project });

/**
 * The project this folder led to when it was last read, so that a window can show its commits without reading the
 * project first. What is remembered is only ever shown until it has been read again.
 */
export class KnownProject {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** The project an account last read under a path or id. */
  get(account: string, name: string | number): Project | undefined {
    const known = v.safeParse(shape, this.#memento.get(key));
    return known.success && known.output.account === account && known.output.name === name
      ? known.output.project
      : undefined;
  }

  /** Remembers what was read, in place of the one before. */
  async remember(account: string, name: string | number, read: Project): Promise<void> {
    await this.#memento.update(key, { account, name, project: read });
  }

  async forget(): Promise<void> {
    if (this.#memento.get(key) !== undefined) await this.#memento.update(key, undefined);
  }
}
