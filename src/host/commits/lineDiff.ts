import { Worker } from 'node:worker_threads';

/** What the thread that compares is given. */
export interface LineDiffWork {
  readonly before: string;
  readonly after: string;
  readonly timeoutMs: number;
}

/** How {@link lineDiff} works. */
export interface LineDiffOptions {
  /** The program of the thread. */
  readonly program: string | URL;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Compares two texts line by line in a thread of its own: hunks from `@@` on, empty when they are the same. When the
 * shortest way from one to the other is not found in the time given, all between the first and the last difference is
 * one change; undefined when even that took too long. Rejects with the signal's reason when it is given up.
 */
export const lineDiff = (before: string, after: string, options: LineDiffOptions): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const { program, signal, timeoutMs } = options;
    signal.throwIfAborted();
    const workerData: LineDiffWork = { before, after, timeoutMs };
    const worker = new Worker(program, { workerData, resourceLimits: { maxOldGenerationSizeMb: 1_024 } });
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      void worker.terminate();
    };
    const giveUp = (): void => {
      finish();
      reject(signal.reason as Error);
    };
    // the comparison looks at its clock now and then only
    const timer = setTimeout(
      () => {
        finish();
        resolve(undefined);
      },
      2 * timeoutMs + 2_000,
    );
    signal.addEventListener('abort', giveUp);
    worker.once('message', (text: string | undefined) => {
      finish();
      resolve(text);
    });
    worker.once('error', (error) => {
      finish();
      reject(error);
    });
  });
