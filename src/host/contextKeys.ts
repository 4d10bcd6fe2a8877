import * as vscode from 'vscode';
import type { App } from './app.ts';

/** Keeps the context keys that menus and welcome texts depend on: `graft.signedIn`, `graft.project`. */
export const followContext = (app: App): vscode.Disposable => {
  const set = (key: string, value: unknown): void => {
    void vscode.commands.executeCommand('setContext', key, value);
  };
  const signedIn = (): void => set('graft.signedIn', app.accounts.list().length > 0);
  signedIn();
  set('graft.project', app.project.state.kind);
  return vscode.Disposable.from(
    app.accounts.onDidChange(signedIn),
    app.project.onDidChange((state) => set('graft.project', state.kind)),
  );
};
