import * as vscode from 'vscode';
import type { RunGit } from '../../model/composer/workingTree.ts';
import { runGit } from './runGit.ts';

/** The parts of the built-in Git extension that carry the user's own way to sign in at a remote. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    readonly git: { readonly path: string };
    getRepository(uri: vscode.Uri): {
      fetch(remote: string, ref: string): Promise<void>;
      status?(): Promise<void>;
    } | null;
  };
}

/** Git as the editor has found it; undefined where Git is switched off or missing. */
const gitApi = async (): Promise<ReturnType<GitExtension['getAPI']> | undefined> => {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return undefined;
  const git = await extension.activate();
  return git.enabled ? git.getAPI(1) : undefined;
};

/** Runs git in a folder. Its failures are errors with git's own words. */
export const gitIn = async (root: vscode.Uri): Promise<RunGit> => {
  const program = (await gitApi())?.git.path;
  if (program === undefined) throw new Error(vscode.l10n.t('The editor’s Git support is switched off.'));
  return runGit(program, root.fsPath);
};

/** Fetches a branch the way the user does, with the editor's own questions for names and passwords. */
export const fetchBranch = async (root: vscode.Uri, remote: string, branch: string): Promise<void> => {
  const repository = (await gitApi())?.getRepository(root);
  if (repository == null) throw new Error(vscode.l10n.t('The repository is not open in Source Control.'));
  await repository.fetch(remote, branch);
};

/** Makes Source Control look again after git was run behind its back. */
export const refreshSourceControl = async (root: vscode.Uri): Promise<void> => {
  await (await gitApi())?.getRepository(root)?.status?.();
};
