import { spawn } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { rootFolder } from './paths.ts';
import { singleResult, type JobResult, type TestResult } from './run/results.ts';

export type Job = {
  readonly part: string;
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  /** Sends a {@link TestResult}; other jobs pass by exit code. */
  readonly hasTests: boolean;
};

const limitMs = 30 * 60_000;

/** An editor with its browser uses more than one core at times. */
const lanes = Math.min(2, availableParallelism());

export async function runJobs(
  jobs: readonly Job[],
  onEnd: (result: JobResult, printed: string) => void = () => {},
): Promise<JobResult[]> {
  const waiting = [...jobs];
  const results: JobResult[] = [];
  const isAlone = jobs.filter(({ hasTests }) => hasTests).length === 1;
  const costs = new Map<Job, number>();
  let countedUntil = busySeconds();
  const shareCosts = (): void => {
    const share = (busySeconds() - countedUntil) / costs.size;
    for (const [job, seconds] of costs) costs.set(job, seconds + share);
    countedUntil = busySeconds();
  };
  const lane = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      shareCosts();
      costs.set(job, 0);
      const startedAt = performance.now();
      const { result, printed } = await runJob(job, isAlone && job.hasTests ? 'live' : 'kept');
      shareCosts();
      const cpuSeconds = costs.get(job) ?? 0;
      costs.delete(job);
      const seconds = (performance.now() - startedAt) / 1000;
      results.push({ ...result, part: job.part, name: job.name, seconds, cpuSeconds });
      onEnd(results.at(-1) as JobResult, printed);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

async function runJob(job: Job, printing: 'live' | 'kept'): Promise<{ result: TestResult; printed: string }> {
  const output = printing === 'live' ? 'inherit' : 'pipe';
  const script = path.join(import.meta.dirname, job.script);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...job.args], {
    cwd: rootFolder,
    stdio: ['ignore', output, output, 'ipc'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += String(chunk)));
  let sent: TestResult | undefined;
  child.on('message', (message) => (sent = message as TestResult));
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  const how = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  process.off('exit', end);
  return { result: resultOf(job, sent, how, printed), printed };
}

function resultOf(
  { part, name, hasTests }: Job,
  sent: TestResult | undefined,
  how: string,
  printed: string,
): TestResult {
  const hasSucceeded = how === 'code 0';
  if (!hasTests) return singleResult(hasSucceeded ? undefined : `${part} ${name}\n${printed.trim()}`);
  if (sent === undefined) return singleResult(`${part} ${name}: the tests ended (${how}) before their results`);
  if (sent.failed > 0 || hasSucceeded) return sent;
  const failure = `${part} ${name}: the tests passed but their process ended with ${how}`;
  return { ...sent, failed: 1, failures: [failure] };
}

function busySeconds(): number {
  const ms = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return ms / 1000;
}
