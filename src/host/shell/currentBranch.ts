import * as vscode from '../vscode.ts';
import type { CurrentProject, OpenProject } from './currentProject.ts';
import type { LocalRepositories } from './gitExtension.ts';

export interface CheckedOut {
  readonly root: vscode.Uri;
  /** Undefined where the project is a copy of the repository. */
  readonly remote: string | undefined;
  /** Its own name, of the clone. */
  readonly local: string;
  /** On the server: the upstream's name, else its own. */
  readonly name: string;
  /** Its upstream is on that remote. */
  readonly isTracking: boolean;
}

/** Undefined if the project was chosen by the user. */
export class CurrentBranch implements vscode.Disposable {
  readonly #repositories: LocalRepositories;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(project: CurrentProject, repositories: LocalRepositories) {
    this.#repositories = repositories;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      project.onDidChange(() => this.#changed.fire()),
      repositories.onDidSwitchBranch(() => this.#changed.fire()),
    );
  }

  /** Undefined without a folder or on a detached HEAD. */
  async of({ root, remote }: OpenProject): Promise<CheckedOut | undefined> {
    if (root === undefined) return undefined;
    const found = (await this.#repositories.list()).find((each) => each.root.toString() === root.toString());
    if (found?.branch === undefined) return undefined;
    const followed = remote !== undefined && found.upstream === remote ? found.upstreamBranch : undefined;
    return { root, remote, local: found.branch, name: followed ?? found.branch, isTracking: followed !== undefined };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
