import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import { type Project, project } from '../../wire/projects.ts';
import { shaped, stored, type Stored } from './stored.ts';

const key = 'graft.project.known';

const shape = v.object({ account: v.string(), name: v.union([v.string(), v.number()]), project });

/**
 * The project this folder led to when it was last read, so that a window can show its commits without reading the
 * project first. What is remembered is only ever shown until it has been read again.
 */
export class KnownProject {
  readonly #stored: Stored<v.InferOutput<typeof shape> | undefined>;

  constructor(memento: vscode.Memento) {
    this.#stored = stored(memento, key, shaped(shape));
  }

  /** The project an account last read under a path or id. */
  get(account: string, name: string | number): Project | undefined {
    const known = this.#stored.get();
    return known?.account === account && known.name === name ? known.project : undefined;
  }

  /** Id of the account the project was last read with. */
  get account(): string | undefined {
    return this.#stored.get()?.account;
  }

  /** Remembers what was read, in place of the one before. */
  async remember(account: string, name: string | number, read: Project): Promise<void> {
    await this.#stored.put({ account, name, project: read });
  }

  async forget(): Promise<void> {
    await this.#stored.put(undefined);
  }
}
