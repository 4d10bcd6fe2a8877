import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const flags = ['--disable-warning=ExperimentalWarning', '--expose-gc'];

export interface Serving {
  readonly firstLine: string;
  readonly stop: () => Promise<void>;
}

/** Starts a program of ours that prints a line when ready. */
export const serve = async (program: string, ...args: readonly string[]): Promise<Serving> => {
  const child = spawn(process.execPath, [...flags, program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const firstLine = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve)),
    ended.then(() => {
      throw new Error(`${program} ended before it served`);
    }),
  ]);
  return {
    firstLine,
    async stop() {
      child.kill();
      await ended;
    },
  };
};

export const output = (command: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}`))));
  });

export const measured = async <T>(program: string, ...args: readonly string[]): Promise<T> =>
  JSON.parse(await output(process.execPath, [...flags, program, ...args])) as T;
