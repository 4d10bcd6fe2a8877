import * as vscode from 'vscode';
import { becomeClone } from './becomeClone.ts';
import { git } from '../git.ts';
import { poll } from '../poll.ts';

interface GitRepository {
  status(): Promise<void>;
  readonly state: { readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string }[] };
}

/** Makes the open folder equal to a clone; resolves once the Git extension knows its remote. */
export const openClone = async (clone: string): Promise<void> => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) throw new Error('This window has no folder that could become a clone.');
  if (folder === clone) return;
  becomeClone(folder, clone);
  const remote = git(clone, 'remote', 'get-url', 'origin');
  const repository = await openRepository();
  const isKnown = async (): Promise<boolean> => {
    await repository.status();
    return repository.state.remotes.some(({ name, fetchUrl }) => name === 'origin' && fetchUrl === remote);
  };
  await poll(isKnown, { what: `the editor to know the remote ${remote}`, everyMs: 200 });
};

const openRepository = async (): Promise<GitRepository> => {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): { repositories: GitRepository[] } }>(
    'vscode.git',
  );
  const api = (await extension?.activate())?.getAPI(1);
  return poll(() => api?.repositories[0], { what: 'the repository of the folder' });
};
