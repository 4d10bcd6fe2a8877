import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { outFolder, rootFolder } from './paths.ts';
import { singleResult, type PartResult } from './results.ts';

const limitMs = 30 * 60_000;

/** What a run is made of: each is a process of its own, so that two can run at once and one can fail alone. */
export type Job = {
  readonly name: string;
  /** What it is counted under. */
  readonly part: string;
  /** A script of the checkout. */
  readonly script: string;
  readonly args: readonly string[];
  /** `code`: it holds when it ends with 0. `file`: it is given a file first, and writes a `PartResult` there. */
  readonly tellsBy: 'code' | 'file';
  /** Parts whose jobs must have passed before. */
  readonly needs: readonly string[];
};

/** What came of a job. */
export type JobResult = PartResult & {
  readonly part: string;
  readonly seconds: number;
  readonly output: string;
};

/** Where what a job prints goes: on our terminal while it runs, or into its result. */
export type Printing = 'live' | 'kept';

/** Runs a job to its end. A crash, or a process that does not end, is a failure. */
export async function runJob(job: Job, printing: Printing): Promise<JobResult> {
  const results = path.join(
    outFolder,
    'results',
    `${job.part}-${job.name.replaceAll(/\W+/g, '-')}-${process.pid}.json`,
  );
  mkdirSync(path.dirname(results), { recursive: true });
  rmSync(results, { force: true });
  const startedAt = performance.now();
  try {
    const ended = await runProcess(job, job.tellsBy === 'file' ? [results, ...job.args] : job.args, printing);
    const result = job.tellsBy === 'file' ? readResult(job, results, ended) : resultOfCode(job, ended);
    const seconds = (performance.now() - startedAt) / 1000;
    return { ...result, part: job.part, seconds, output: ended.output };
  } finally {
    rmSync(results, { force: true });
  }
}

/** The result of a job that was not run. */
export function notRun(job: Job, reason: string): JobResult {
  const failed = singleResult(job.name, `${job.part} ${job.name}: not run, because ${reason}`);
  return { ...failed, part: job.part, seconds: 0, output: '' };
}

type Ended = {
  readonly code: number;
  /** How it ended, in words. */
  readonly how: string;
  readonly output: string;
};

function runProcess({ script }: Job, args: readonly string[], printing: Printing): Promise<Ended> {
  const file = path.join(rootFolder, script);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
      cwd: rootFolder,
      stdio: printing === 'live' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
    const end = (): void => void child.kill('SIGTERM');
    process.once('exit', end);
    child.once('error', (error) => resolve({ code: 1, how: error.message, output }));
    child.once('close', (code, signal) => {
      process.off('exit', end);
      resolve({ code: code ?? 1, how: signal ?? `code ${code}`, output });
    });
  });
}

function resultOfCode(job: Job, { code, output }: Ended): PartResult {
  return singleResult(job.name, code === 0 ? undefined : `${job.part} ${job.name}\n${output.trim()}`);
}

function readResult(job: Job, file: string, { code, how }: Ended): PartResult {
  const { name } = job;
  if (!existsSync(file))
    return singleResult(name, `${job.part} ${name}: the tests ended (${how}) before their results`);
  const result = { ...(JSON.parse(readFileSync(file, 'utf8')) as PartResult), name };
  if (result.failed > 0 || code === 0) return result;
  const failure = `${job.part} ${name}: the tests passed but their process ended with ${how}`;
  return { ...result, failed: 1, failures: [failure] };
}
