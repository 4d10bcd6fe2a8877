import { availableParallelism, cpus } from 'node:os';
import { notRun, runJob, type Job, type JobResult } from './jobs.ts';

/** What came of a job, and what it cost. */
export type PooledResult = JobResult & {
  /** Processor time of the machine while it ran, shared out evenly among those that ran at once. In seconds. */
  readonly cpuSeconds: number;
};

/** How many jobs run at once: an editor with its browser keeps more than one core busy now and then. */
const lanes = Math.min(2, availableParallelism());

/**
 * Runs jobs, two at once, each as soon as the parts it needs are done, in the order given. A job that needs a part that
 * failed is not run and counts as failed. `onEnd` is told each result when it is there.
 */
export async function runPool(jobs: readonly Job[], onEnd: (result: PooledResult) => void): Promise<PooledResult[]> {
  const waiting = [...jobs];
  const running = new Map<Job, Promise<void>>();
  const costs = shareCosts(running);
  const open = new Map<string, number>();
  for (const { part } of jobs) open.set(part, (open.get(part) ?? 0) + 1);
  const results: PooledResult[] = [];
  const printing = jobs.filter(({ tellsBy }) => tellsBy === 'file').length === 1 ? 'live' : 'kept';
  const add = (result: PooledResult): void => {
    results.push(result);
    open.set(result.part, (open.get(result.part) ?? 1) - 1);
    onEnd(result);
  };
  const isDone = (part: string): boolean => (open.get(part) ?? 0) === 0;
  const failedOf = (job: Job): string | undefined =>
    results.find((each) => each.failed > 0 && job.needs.includes(each.part))?.part;
  const isReady = (job: Job): boolean => job.needs.every(isDone) || failedOf(job) !== undefined;
  while (waiting.length > 0 || running.size > 0) {
    const ready = running.size < lanes ? waiting.find(isReady) : undefined;
    if (ready === undefined) {
      if (running.size === 0) throw new Error(`nothing gives what ${waiting[0]?.name} needs`);
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(ready), 1);
    const failed = failedOf(ready);
    if (failed !== undefined) {
      add({ ...notRun(ready, `${failed} failed`), cpuSeconds: 0 });
      continue;
    }
    costs.count();
    const run = runJob(ready, printing).then((result) => {
      costs.count();
      running.delete(ready);
      add({ ...result, cpuSeconds: costs.of(ready) });
    });
    running.set(ready, run);
  }
  return results;
}

/** Shares the processor time of the machine out to the jobs that run, whenever one begins or ends. */
function shareCosts(running: ReadonlyMap<Job, unknown>): { count(): void; of(job: Job): number } {
  const seconds = new Map<Job, number>();
  let countedUntil = busySeconds();
  return {
    count() {
      const now = busySeconds();
      for (const job of running.keys()) {
        seconds.set(job, (seconds.get(job) ?? 0) + (now - countedUntil) / running.size);
      }
      countedUntil = now;
    },
    of: (job) => seconds.get(job) ?? 0,
  };
}

function busySeconds(): number {
  const ms = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return ms / 1000;
}
