import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import { type Project, project } from '../../wire/projects.ts';
import { shaped, stored, type Stored } from './storedValue.ts';

const key = 'graft.project.known';

const shape = v.object({ account: v.string(), name: v.union([v.string(), v.number()]), project });

/** Caches the folder's project, so that commits are requested first. Valid until the project is read again. */
export class KnownProject {
  readonly #stored: Stored<v.InferOutput<typeof shape> | undefined>;

  constructor(memento: vscode.Memento) {
    this.#stored = stored(memento, key, shaped(shape));
  }

  /** By path or id, as requested. */
  get(account: string, name: string | number): Project | undefined {
    const known = this.#stored.get();
    return known?.account === account && known.name === name ? known.project : undefined;
  }

  get account(): string | undefined {
    return this.#stored.get()?.account;
  }

  async remember(account: string, name: string | number, read: Project): Promise<void> {
    await this.#stored.put({ account, name, project: read });
  }

  async delete(): Promise<void> {
    await this.#stored.put(undefined);
  }
}
