import type { Job, Pipeline } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { isOver, pipelineStatus } from './jobStates.ts';

/** Time a started job is pending, then running, in milliseconds. */
const waitMs = 500;
const runMs = 2_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Jobs that are to run from a moment on, a stage after the other; `fails` is the name of one that fails in any case. */
export const scheduled = (jobs: readonly Job[], fromMs: number, fails?: string): readonly Job[] => {
  const isFailing = ({ name, script }: Job): boolean => name === fails || (script?.exits[0] ?? 0) !== 0;
  let startMs = fromMs;
  let isFailed = false;
  return [...Map.groupBy(jobs, ({ stage }) => stage).values()].flatMap((stage, index) => {
    const [startsAt, endsAt] = [startMs + waitMs, startMs + waitMs + runMs];
    const planned = stage.map((job): Job => {
      const blank = { ...job, startedAt: null, finishedAt: null, createdAt: iso(fromMs) };
      if (job.status === 'manual') return blank;
      const run = isFailed
        ? ({ startsAt: iso(startMs), endsAt: iso(startMs), ends: 'skipped' } as const)
        : ({ startsAt: iso(startsAt), endsAt: iso(endsAt), ends: isFailing(job) ? 'failed' : 'success' } as const);
      return { ...blank, status: index === 0 ? 'pending' : 'created', run };
    });
    isFailed ||= stage.some((job) => isFailing(job) && !job.allowsFailure);
    startMs = endsAt;
    return planned;
  });
};

/** A job as it is before it is run once more. */
export const nextTry = (job: Job): Job => {
  const { script } = job;
  return script === undefined || script.exits.length < 2
    ? job
    : { ...job, script: { ...script, exits: script.exits.slice(1) } };
};

/** A job as it is at a moment. */
const jobAt = (job: Job, at: string): Job => {
  const { run } = job;
  if (run === undefined || isOver(job.status) || at < run.startsAt) return job;
  const startedAt = run.ends === 'skipped' ? null : run.startsAt;
  if (at < run.endsAt) return { ...job, status: 'running', startedAt };
  return { ...job, status: run.ends, startedAt, finishedAt: startedAt && run.endsAt };
};

/** A pipeline with the states of its jobs as they are at a moment. */
const pipelineAt = (pipeline: Pipeline, at: string): Pipeline => {
  const jobs = pipeline.jobs.map((job) => jobAt(job, at));
  const isSame = jobs.every(({ status }, index) => status === pipeline.jobs[index]?.status);
  return isSame ? pipeline : { ...pipeline, jobs, status: pipelineStatus(jobs), updatedAt: at };
};

/** Advances started jobs to their present status; true if any changed. */
export const advanceJobs = async (world: World, now: Date): Promise<boolean> => {
  const at = now.toISOString();
  const isDue = world.state.projects.some(({ pipelines }) => pipelines.some((one) => pipelineAt(one, at) !== one));
  if (!isDue) return false;
  await world.update((state) => ({
    ...state,
    projects: state.projects.map((project) => ({
      ...project,
      pipelines: project.pipelines.map((pipeline) => pipelineAt(pipeline, at)),
    })),
  }));
  return true;
};
