import { isMainThread, parentPort, Worker } from 'node:worker_threads';

export type Inputs = Readonly<Record<string, () => unknown>>;

/** A file that exports `inputs`, and a name in it. */
interface Task {
  readonly file: string;
  readonly name: string;
}

/** Far above linear and far below quadratic time. */
const limitMs = 15_000;

let thread: Worker | undefined;

/** Runs one of a file's `inputs` in a thread with a time limit. */
export const endsInTime = async (file: URL, name: string): Promise<void> => {
  const worker = (thread ??= await startThread());
  const failure = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve('it did not end'), limitMs);
    worker.removeAllListeners('message').once('message', (message: string | undefined) => {
      clearTimeout(timer);
      resolve(message);
    });
    worker.postMessage({ file: file.href, name } satisfies Task);
  });
  if (failure === undefined) return;
  thread = undefined;
  await worker.terminate();
  throw new Error(`${name}: ${failure}`);
};

/** Starting counts for no input. */
const startThread = async (): Promise<Worker> => {
  const worker = new Worker(new URL(import.meta.url));
  await new Promise((resolve) => worker.once('message', resolve));
  worker.unref();
  return worker;
};

const run = async ({ file, name }: Task): Promise<string | undefined> => {
  try {
    const { inputs } = (await import(file)) as { readonly inputs: Inputs };
    await inputs[name]?.();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.stack : String(error);
  }
};

if (!isMainThread) {
  parentPort?.on('message', (task: Task) => void run(task).then((failure) => parentPort?.postMessage(failure)));
  parentPort?.postMessage(undefined);
}
