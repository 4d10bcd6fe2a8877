import type * as vscode from 'vscode';
import type { IterationPlace } from '../../model/iterationWork.ts';
import type { OpenProject } from '../project/currentProject.ts';

/** What the user has chosen to see of iterations while working on a project. */
export interface IterationChoice {
  /** Undefined for the group of the project. */
  readonly place: IterationPlace | undefined;
  readonly withAncestors: boolean;
  readonly withDescendants: boolean;
}

const usual: IterationChoice = { place: undefined, withAncestors: true, withDescendants: false };

/** The choices for each project, kept in the workspace. */
export class IterationChoices {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** What was chosen for a project, or what is usual. */
  of(open: OpenProject): IterationChoice {
    const kept = this.#memento.get<Partial<IterationChoice>>(keyOf(open));
    const { place } = kept ?? {};
    const isPlace = place !== undefined && typeof place.path === 'string';
    return { ...usual, ...kept, place: isPlace ? place : undefined };
  }

  /** Changes a part of it. */
  async change(open: OpenProject, change: Partial<IterationChoice>): Promise<void> {
    await this.#memento.update(keyOf(open), { ...this.of(open), ...change });
  }
}

const keyOf = ({ account, project }: OpenProject): string => `graft.iterations ${account.id} ${project.id}`;
