import type * as vscode from '../../vscode.ts';
import { matchRemotes } from '../../../model/remotes.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { LocalRepositories, LocalRepository } from '../../shell/gitExtension.ts';
import type { GitFolder } from '../../shell/git.ts';

export interface Clone extends GitFolder {
  readonly root: vscode.Uri;
  /** Undefined if the project was imported from this repository. */
  readonly remote: string | undefined;
}

/** Remote of a repository that leads to the project. */
export const remoteOf = async (
  repositories: LocalRepositories,
  root: vscode.Uri,
  { account, project }: Pick<OpenProject, 'account' | 'project'>,
): Promise<string | undefined> => {
  const found = (await repositories.list()).find((each) => each.root.toString() === root.toString());
  return found && matchingRemote(found, account, project);
};

const matchingRemote = (
  { remotes, upstream }: LocalRepository,
  account: OpenProject['account'],
  { path_with_namespace: path }: OpenProject['project'],
): string | undefined =>
  matchRemotes(remotes, [account], { upstream, hostOf: (alias) => alias }).find(
    ({ project }) => project.toLowerCase() === path.toLowerCase(),
  )?.remote;

/** The project's clone among the open folders. */
export const cloneOf = async (repositories: LocalRepositories, open: OpenProject): Promise<Clone | undefined> => {
  for (const repository of await repositories.list()) {
    const { root, remotes } = repository;
    // its remote was matched with the ssh configuration
    const isOwn = open.root?.toString() === root.toString();
    const remote =
      (isOwn ? remotes.find(({ name }) => name === open.remote)?.name : undefined) ??
      matchingRemote(repository, open.account, open.project);
    const isCopied = isOwn && open.remote === undefined;
    if ((remote === undefined && !isCopied) || root.scheme !== 'file') continue;
    const work = await repositories.at(root);
    if (work) return { root, folder: work.folder, gitPath: work.gitPath, remote };
  }
  return undefined;
};
