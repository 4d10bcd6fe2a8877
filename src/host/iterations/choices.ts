import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import type { IterationPlace } from '../../model/iterations/iterationWork.ts';
import { type OpenProject, projectKey } from '../shell/currentProject.ts';
import { shaped, stored, type Stored } from '../shell/storedValue.ts';

export interface IterationChoice {
  /** Undefined: the project's group. */
  readonly place: IterationPlace | undefined;
  readonly withAncestors: boolean;
  readonly withDescendants: boolean;
}

const shape = v.object({
  place: v.fallback(v.optional(v.object({ kind: v.picklist(['group', 'project']), path: v.string() })), undefined),
  withAncestors: v.optional(v.boolean(), true),
  withDescendants: v.optional(v.boolean(), false),
});

const readChoice = shaped(shape, v.parse(shape, {}));

/** Choices by project, stored in the workspace. */
export class IterationChoices {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  of(open: OpenProject): IterationChoice {
    return this.#stored(open).get();
  }

  async change(open: OpenProject, change: Partial<IterationChoice>): Promise<void> {
    await this.#stored(open).put({ ...this.of(open), ...change });
  }

  #stored(open: OpenProject): Stored<IterationChoice> {
    return stored(this.#memento, `graft.iterations ${projectKey(open)}`, (value) => ({
      place: undefined,
      ...readChoice(value),
    }));
  }
}
