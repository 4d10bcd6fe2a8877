import * as vscode from '../../vscode.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { Shell } from '../../shell/shell.ts';

/** Called with the project and the branch. */
type Offer = (open: OpenProject, branch: string) => Promise<void>;

/** Calls back once for each branch that is pushed for the first time while it is checked out, also from a terminal. */
export class PushOffer implements vscode.Disposable {
  readonly #shell: Pick<Shell, 'currentBranch' | 'project'>;
  readonly #offer: Offer;
  readonly #subscription: vscode.Disposable;
  readonly #ignored = new Set<string>();
  #last: { readonly key: string; readonly isTracking: boolean } | undefined;

  constructor(shell: Pick<Shell, 'currentBranch' | 'project'>, offer: Offer) {
    this.#shell = shell;
    this.#offer = offer;
    this.#subscription = shell.currentBranch.onDidChange(() => void this.#check());
  }

  /** Suppresses the offer for a branch pushed to create its merge request. */
  ignore(branch: string): void {
    this.#ignored.add(branch);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #check(): Promise<void> {
    const { open } = this.#shell.project;
    const branch = open && (await this.#shell.currentBranch.of(open));
    const last = this.#last;
    const key = branch && `${branch.root.toString()} ${branch.name}`;
    this.#last = key === undefined ? undefined : { key, isTracking: branch?.isTracking === true };
    if (open === undefined || branch === undefined || last?.key !== key) return;
    if (last?.isTracking !== false || !branch.isTracking || branch.name === open.project.default_branch) return;
    if (this.#ignored.has(branch.name)) return;
    if (vscode.workspace.getConfiguration('graft').get('mergeRequests.offerAfterPush', true))
      await this.#offer(open, branch.name);
  }
}
