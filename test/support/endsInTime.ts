import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** Inputs that cost much where their length is not all that counts, by what they are. */
export type Inputs = Readonly<Record<string, () => unknown>>;

/** The inputs one thread runs, one after the other: a file that exports `inputs`, and the name of one of them. */
interface Task {
  readonly file: string;
  readonly name: string;
}

/** Far more than what grows with its length takes, on a busy machine too, and far less than what grows with its square. */
const limitMs = 15_000;

let thread: Worker | undefined;

/** Runs one of the `inputs` of a file in a thread, and fails when the thread has to be stopped before it has ended. */
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

/** A thread that is ready, so that its start counts for no input. It keeps no process alive. */
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
