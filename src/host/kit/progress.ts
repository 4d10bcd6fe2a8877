import * as vscode from '../vscode.ts';
import { isCancelled, isOutcomeUnknown } from '../../client/errors.ts';

/** `increment`: additional percent. */
export type Report = (progress: { readonly message?: string; readonly increment?: number }) => void;

/** Delay of a notification; VS Code drops the fourth within 800 ms. */
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

/** Buffers progress until there is a notification. */
class HeldReport {
  #notified: { message?: string; increment?: number } | undefined;
  #notify: Report | undefined;

  readonly report: Report = (step) => {
    if (this.#notify !== undefined) return this.#notify(step);
    const { message, increment } = step;
    this.#notified ??= {};
    if (message !== undefined) this.#notified.message = message;
    if (increment !== undefined) this.#notified.increment = (this.#notified.increment ?? 0) + increment;
  };

  passTo(report: Report): void {
    this.#notify = report;
    if (this.#notified !== undefined) report(this.#notified);
  }
}

/** Shows a cancellable notification for slow work. Undefined if cancelled. */
export const cancellable = async <T>(
  title: string,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T | undefined> => {
  const abort = new AbortController();
  const held = new HeldReport();
  const working = work(abort.signal, held.report);
  if (await isQuick(working)) return working;
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      held.passTo((step) => progress.report(step));
      token.onCancellationRequested(() => abort.abort());
      try {
        return await working;
      } catch (error) {
        const isGivenUp = (isCancelled(error) && !isOutcomeUnknown(error)) || error === abort.signal.reason;
        if (abort.signal.aborted && isGivenUp) return undefined;
        throw error;
      }
    },
  );
};

/** Shows a notification for slow work. */
export const shownIfSlow = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
  const working = work();
  if (await isQuick(working)) return working;
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () => working);
};

/** Rejects with the signal's reason if it aborts first; the work goes on. */
export const orCancelled = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = (): void => reject(signal.reason as Error);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject);
  });
