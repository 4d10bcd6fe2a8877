import type * as vscode from '../../vscode.ts';
import { type NamedFilter, readNamedFilters } from '../../../model/commits/commitFilter.ts';
import { type CurrentProject, projectKey } from '../../shell/currentProject.ts';
import { stored, type Stored } from '../../shell/storedValue.ts';

/** Saved filters of each project, in the workspace state. */
export class NamedFilters {
  readonly #project: CurrentProject;
  readonly #memento: vscode.Memento;

  constructor(project: CurrentProject, memento: vscode.Memento) {
    this.#project = project;
    this.#memento = memento;
  }

  /** Filters of the current project, by name. */
  list(): readonly NamedFilter[] {
    return this.#stored()?.get() ?? [];
  }

  async replace(filters: readonly NamedFilter[]): Promise<void> {
    await this.#stored()?.put(filters.length === 0 ? undefined : filters);
  }

  #stored(): Stored<readonly NamedFilter[]> | undefined {
    const { open } = this.#project;
    return open && stored(this.#memento, `graft.commits.namedFilters ${projectKey(open)}`, readNamedFilters);
  }
}
