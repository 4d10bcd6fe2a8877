import * as vscode from '../vscode.ts';
import type { AccountStore } from './accountSecrets.ts';
import type { CurrentProject } from './currentProject.ts';

export const setContextKey = (key: string, value: unknown): void => {
  void vscode.commands.executeCommand('setContext', key, value);
};

/** Maintains `graft.signedIn` and `graft.project`. */
export const followContext = (accounts: AccountStore, project: CurrentProject): vscode.Disposable => {
  const signedIn = (): void => setContextKey('graft.signedIn', accounts.list().length > 0);
  signedIn();
  setContextKey('graft.project', project.state.kind);
  return vscode.Disposable.from(
    accounts.onDidChange(signedIn),
    project.onDidChange((state) => setContextKey('graft.project', state.kind)),
  );
};
