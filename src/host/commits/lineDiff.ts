import { Worker } from 'node:worker_threads';

/** What the thread that compares is given. */
export interface LineDiffWork {
  readonly before: string;
  readonly after: string;
  readonly timeoutMs: number;
}

/** What the thread answers: nothing when it begins, which may take its time, and then the hunks. */
export interface LineDiffMessage {
  readonly text?: string;
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
    let timer: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      void worker.terminate();
    };
    const giveUp = (): void => {
      finish();
      reject(signal.reason as Error);
    };
    const stop = (): void => {
      finish();
      resolve(undefined);
    };
    signal.addEventListener('abort', giveUp);
    worker.on('message', (message: LineDiffMessage) => {
      if (message.text === undefined) {
        // the comparison checks its own deadline only from time to time
        timer = setTimeout(stop, 2 * timeoutMs + 2_000);
        return;
      }
      finish();
      resolve(message.text);
    });
    worker.once('error', (error) => {
      finish();
      reject(error);
    });
  });
