import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';

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

/** Waits for work that cannot be ended from here; rejects with the signal's reason when it aborts before. */
export const orCancelled = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = (): void => reject(signal.reason as Error);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject);
  });

/** How long work may take before it is worth a notification. */
const slowMs = 500;

const isQuick = async (working: Promise<unknown>): Promise<boolean> => {
  let pause: NodeJS.Timeout | undefined;
  const slow = new Promise<boolean>((resolve) => (pause = setTimeout(() => resolve(false), slowMs)));
  const quick = working.then(
    () => true,
    () => true,
  );
  return Promise.race([quick, slow]).finally(() => clearTimeout(pause));
};

/** As {@link cancellable}, for what is mostly there at once: the notification comes when it takes its time. */
export const cancellableIfSlow = async <T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> => {
  const abort = new AbortController();
  const working = work(abort.signal);
  if (await isQuick(working)) return working;
  return cancellable(title, (signal) => {
    signal.addEventListener('abort', () => abort.abort(signal.reason), { once: true });
    return working;
  });
};

/** Shows a notification while work that cannot be cancelled takes its time. */
export const shownIfSlow = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
  const working = work();
  if (await isQuick(working)) return working;
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () => working);
};
