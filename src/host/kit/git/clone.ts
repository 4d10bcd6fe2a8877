import type * as vscode from '../../vscode.ts';
import { matchRemotes } from '../../../model/git/remotes.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { LocalRepositories } from '../../shell/gitExtension.ts';
import type { GitFolder } from '../../shell/git.ts';

export interface Clone extends GitFolder {
  readonly root: vscode.Uri;
  /** Undefined if the project was imported from this repository. */
  readonly remote: string | undefined;
}

/** The project's clone among the open folders. */
export const cloneOf = async (repositories: LocalRepositories, open: OpenProject): Promise<Clone | undefined> => {
  for (const { root, remotes, upstream } of await repositories.list()) {
    // its remote was matched with the ssh configuration
    const isOwn = open.root?.toString() === root.toString();
    const remote =
      (isOwn ? remotes.find(({ name }) => name === open.remote) : undefined) ??
      matchRemotes(remotes, [open.account], { upstream, hostOf: (alias) => alias })
        .filter(({ project }) => project.toLowerCase() === open.project.path_with_namespace.toLowerCase())
        .map(({ remote: name }) => ({ name }))[0];
    const isCopied = isOwn && open.remote === undefined;
    if ((remote === undefined && !isCopied) || root.scheme !== 'file') continue;
    const work = await repositories.at(root);
    if (work) return { root, folder: work.folder, gitPath: work.gitPath, remote: remote?.name };
  }
  return undefined;
};
