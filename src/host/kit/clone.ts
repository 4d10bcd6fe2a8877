import type * as vscode from '../vscode.ts';
import { matchRemotes } from '../../model/remotes.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { LocalRepositories } from '../shell/gitExtension.ts';
import type { GitFolder } from '../shell/git.ts';

/** A clone of a project on this computer. */
export interface Clone extends GitFolder {
  readonly root: vscode.Uri;
  /** Name of the remote that leads to the project; undefined where the project is a copy of this repository. */
  readonly remote: string | undefined;
}

/** The clone of a project among the open folders; undefined when there is none. */
export const cloneOf = async (repositories: LocalRepositories, open: OpenProject): Promise<Clone | undefined> => {
  for (const { root, remotes, upstream } of await repositories.list()) {
    // the window's own project was found through its remote, with the ssh configuration read
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
