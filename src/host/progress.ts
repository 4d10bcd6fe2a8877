import * as vscode from 'vscode';
import { isCancelled } from '../client/errors.ts';

/** Tells how far a piece of work has come: words, and how many of a hundred parts are newly done. */
export type Report = (progress: { readonly message?: string; readonly increment?: number }) => void;

/** Does work under a notification with Cancel. Resolves with undefined when the user cancelled it. */
export const cancellable = async <T>(
  title: string,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T | undefined> =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      try {
        return await work(abort.signal, (step) => progress.report(step));
      } catch (error) {
        if (abort.signal.aborted && (isCancelled(error) || error === abort.signal.reason)) return undefined;
        throw error;
      }
    },
  );
