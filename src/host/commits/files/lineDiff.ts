import { Worker } from 'node:worker_threads';

export interface LineDiffWork {
  readonly before: string;
  readonly after: string;
  readonly timeoutMs: number;
}

/** Without `text`: the worker has started, which can be slow. Then the hunks. */
export interface LineDiffMessage {
  readonly text?: string;
}

export interface LineDiffOptions {
  readonly program: string | URL;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Diffs in a worker: hunks from `@@` on, empty if equal. On timeout, one hunk from the first to the last difference;
 * undefined if that times out, too. Rejects with the signal's reason.
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
        // the diff library rarely checks its timeout
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
