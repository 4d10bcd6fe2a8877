import * as vscode from '../vscode.ts';
import type { CurrentProject, OpenProject } from './currentProject.ts';
import type { LocalRepositories } from './gitExtension.ts';

/** The branch that is checked out in the folder of the current project. */
export interface CheckedOut {
  readonly root: vscode.Uri;
  /** Remote that leads to the project. */
  readonly remote: string;
  /** Name of the branch on the server: what the upstream calls it, or else its own. */
  readonly name: string;
  /** Whether it follows a branch of that remote. */
  readonly isTracking: boolean;
}

/** Follows the branch that is checked out; there is none where the project was chosen by hand. */
export class CurrentBranch implements vscode.Disposable {
  readonly #repositories: LocalRepositories;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;

  /** Fires when another branch is checked out, or the project is another one. */
  readonly onDidChange = this.#changed.event;

  constructor(project: CurrentProject, repositories: LocalRepositories) {
    this.#repositories = repositories;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      project.onDidChange(() => this.#changed.fire()),
      repositories.onDidSwitchBranch(() => this.#changed.fire()),
    );
  }

  /** The branch checked out in the project's folder; undefined without a folder, or while no branch is checked out. */
  async of({ root, remote }: OpenProject): Promise<CheckedOut | undefined> {
    if (root === undefined || remote === undefined) return undefined;
    const found = (await this.#repositories.list()).find((each) => each.root.toString() === root.toString());
    if (found?.branch === undefined) return undefined;
    const followed = found.upstream === remote ? found.upstreamBranch : undefined;
    return { root, remote, name: followed ?? found.branch, isTracking: followed !== undefined };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
