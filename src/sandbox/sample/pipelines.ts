import type { ImportedHistory } from '../world/plans.ts';
import type { Job, Pipeline } from '../world/records.ts';
import { people } from './people.ts';

/** Cycle of pipeline results; `none` skips a commit. */
const endings = [
  'success',
  'success',
  'failed',
  'success',
  'none',
  'success',
  'canceled',
  'success',
  'success',
  'running',
] as const;

type Ending = Exclude<(typeof endings)[number], 'none'>;

const stages: Readonly<Record<string, string>> = { lint: 'check', unit: 'test', pages: 'deploy' };

/** Name and status. */
const jobsOf: Readonly<Record<Ending, readonly string[]>> = {
  success: ['lint success', 'unit success', 'pages success'],
  failed: ['lint success', 'unit failed', 'unit failed', 'pages skipped'],
  canceled: ['lint success', 'unit canceled', 'pages canceled'],
  running: ['lint success', 'unit running', 'pages created', 'security/scan pending'],
};

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

const jobs = (ending: Ending, firstId: number, seconds: number): readonly Job[] =>
  jobsOf[ending].map((job, index, all) => {
    const [name = '', status = ''] = job.split(' ');
    const stage = stages[name] ?? 'external';
    const hasStarted = !['created', 'pending', 'skipped'].includes(status);
    const hasEnded = hasStarted && status !== 'running';
    return {
      id: firstId + index,
      name,
      stage,
      status,
      allowsFailure: name === 'lint',
      isRetried: all.slice(index + 1).includes(job),
      description: stage === 'external' ? 'Waiting for the scanner' : null,
      coverage: name === 'unit' && status === 'success' ? 80 + (firstId % 15) + 0.5 : null,
      createdAt: at(seconds + 5),
      startedAt: hasStarted ? at(seconds + 30 + index * 60) : null,
      finishedAt: hasEnded ? at(seconds + 75 + index * 60) : null,
    };
  });

/** Started by a failed pipeline: one of the small project, which started none. */
const started = { name: 'seedling', stage: 'test', projectId: 102, pipelineId: 5003 };

/** Pipelines of the newest commits; only the very newest are running. */
export const samplePipelines = (history: ImportedHistory, newest: number): readonly Pipeline[] =>
  history.commits.slice(-newest).flatMap(({ sha, plan, seconds }, index, all) => {
    const isFresh = index >= all.length - 20;
    const ending = endings[index % endings.length];
    if (ending === undefined || ending === 'none') return [];
    const settled = ending === 'running' && !isFresh ? 'success' : ending;
    const id = 5001 + index;
    const pipeline: Pipeline = {
      id,
      iid: 1 + index,
      sha,
      ref: plan.branch ?? 'main',
      status: settled,
      source: 'push',
      personId: people.developer.id,
      createdAt: at(seconds + 5),
      updatedAt: at(seconds + 300),
      jobs: jobs(settled, 70_001 + index * 10, seconds),
      bridges: settled === 'failed' && newest > 3 ? [{ id: 70_009 + index * 10, ...started }] : [],
    };
    return [pipeline];
  });
