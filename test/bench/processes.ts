import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';

const file = (name: string): string => path.join(import.meta.dirname, name);
const flags = ['--disable-warning=ExperimentalWarning', '--expose-gc'];

/** A program of this folder that serves until it is told to end. */
export interface Serving {
  /** The first line it printed. */
  readonly firstLine: string;
  /** From its start to that line. */
  readonly startMs: number;
  readonly stop: () => Promise<void>;
}

/** Starts a program that prints a line when it is ready. */
export const serve = async (program: string, ...args: readonly string[]): Promise<Serving> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...flags, program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const firstLine = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve)),
    ended.then(() => {
      throw new Error(`${program} ended before it served`);
    }),
  ]);
  const startMs = performance.now() - startedAt;
  return {
    firstLine,
    startMs,
    async stop() {
      child.kill();
      await ended;
    },
  };
};

/** Runs a program to its end and reads what it printed; throws when it fails. */
export const output = (command: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}`))));
  });

/** Runs a program of this folder and reads the JSON it prints. */
export const measured = async <T>(name: string, ...args: readonly string[]): Promise<T> =>
  JSON.parse(await output(process.execPath, [...flags, file(name), ...args])) as T;

/** Path of a program of this folder. */
export const benchProgram = file;

/** The middle value. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};
