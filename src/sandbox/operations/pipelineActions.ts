import type {
  cancelJob,
  cancelPipeline,
  createPipeline,
  playJob,
  retryJob,
  retryPipeline,
} from '../../wire/pipelines.ts';
import { branchTip } from '../git/refs.ts';
import { ok, type Handler, openCode, requireUser, type RequestContext } from '../handling.ts';
import { forbidden, invalidRecord, notFound, refusal } from '../refusals.ts';
import { canPushCode, canUpdate } from '../world/access.ts';
import type { Job, Pipeline, ProjectState } from '../world/records.ts';
import type { ConfiguredJob } from './ciConfiguration.ts';
import { nextTry, scheduled } from './jobRuns.ts';
import { isOver, pipelineStatus } from './jobStates.ts';
import { isOwn, jobRecord } from './mergeRequestState.ts';
import { pipelineRecord } from './pipelines.ts';
import { nextJob, startPipeline } from './pipelineStarts.ts';

interface Opened {
  readonly project: ProjectState;
  readonly pipeline: Pipeline;
}

/** The pipeline that the path names, once the caller may change its ref. */
const openPipeline = (visit: RequestContext): Opened => {
  const { project } = openCode(visit);
  const [job, id] = [Number(visit.path['job_id']), Number(visit.path['pipeline_id'])];
  const pipeline = project.pipelines.find((one) =>
    Number.isNaN(job) ? one.id === id : one.jobs.some((each) => each.id === job && isOwn(each)),
  );
  if (pipeline === undefined) throw notFound();
  const person = requireUser(visit);
  if (!canPushCode(visit.world, person, project) || !canUpdate(visit.world, person, project, pipeline.ref))
    throw forbidden();
  return { project, pipeline };
};

const openJob = (visit: RequestContext): Opened & { readonly job: Job } => {
  const opened = openPipeline(visit);
  const job = opened.pipeline.jobs.find(({ id }) => id === Number(visit.path['job_id']));
  if (job === undefined) throw notFound();
  return { ...opened, job };
};

/** Gives a pipeline other jobs; answers it as it is then. */
const changeJobs = async (
  visit: RequestContext,
  { project, pipeline }: Opened,
  change: (jobs: readonly Job[], nextId: number) => readonly Job[],
): Promise<Pipeline> => {
  let changed = pipeline;
  await visit.world.update((state) => {
    const jobs = change(pipeline.jobs, nextJob(state));
    changed = { ...pipeline, jobs, status: pipelineStatus(jobs), updatedAt: visit.now().toISOString() };
    const pipelines = project.pipelines.map((one) => (one.id === changed.id ? changed : one));
    return { ...state, projects: state.projects.map((one) => (one.id === project.id ? { ...one, pipelines } : one)) };
  });
  return changed;
};

/** Runs jobs again, each as a new one, and then those that were skipped because of them. */
const runAgain = (visit: RequestContext, opened: Opened, again: readonly Job[]): Promise<Pipeline> =>
  changeJobs(visit, opened, (jobs, nextId) => {
    const repeated = again.map((job, index): Job => ({ ...nextTry(job), id: nextId + index, status: 'created' }));
    const skipped = jobs.filter(({ status, isRetried }) => status === 'skipped' && !isRetried);
    const planned = scheduled([...repeated, ...skipped], visit.now().getTime());
    return [
      ...jobs.map((job) => planned.find(({ id }) => id === job.id) ?? { ...job, isRetried: isRetried(job, again) }),
      ...planned.filter(({ id }) => id >= nextId),
    ];
  });

const isRetried = (job: Job, again: readonly Job[]): boolean => job.isRetried || again.includes(job);

const repeatable = ['success', 'failed', 'canceled'];

/** CI7. Jobs that were skipped behind the old one run after the new one. */
export const handleRetryJob: Handler<typeof retryJob> = async (visit) => {
  const opened = openJob(visit);
  if (opened.job.isRetried || !repeatable.includes(opened.job.status)) throw forbidden('Job is not retryable');
  const pipeline = await runAgain(visit, opened, [opened.job]);
  const made = pipeline.jobs.at(-1) ?? opened.job;
  return { kind: 'json', status: 201, body: jobRecord(visit, opened.project, pipeline, made) };
};

/** CI8. */
export const handlePlayJob: Handler<typeof playJob> = async (visit) => {
  const opened = openJob(visit);
  if (opened.job.status !== 'manual') throw refusal(400, '400 Bad request - Unplayable Job');
  const [played = opened.job] = scheduled([{ ...opened.job, status: 'created' }], visit.now().getTime());
  const pipeline = await changeJobs(visit, opened, (jobs) => jobs.map((one) => (one.id === played.id ? played : one)));
  return ok(jobRecord(visit, opened.project, pipeline, played));
};

const canceled = (job: Job, at: string): Job =>
  isOver(job.status) || !isOwn(job) ? job : { ...job, status: 'canceled', finishedAt: job.startedAt && at };

/** CI9. What has ended stays as it is. */
export const handleCancelJob: Handler<typeof cancelJob> = async (visit) => {
  const opened = openJob(visit);
  const job = canceled(opened.job, visit.now().toISOString());
  const pipeline = await changeJobs(visit, opened, (jobs) => jobs.map((one) => (one.id === job.id ? job : one)));
  return { kind: 'json', status: 201, body: jobRecord(visit, opened.project, pipeline, job) };
};

/** CI10. */
export const handleRetryPipeline: Handler<typeof retryPipeline> = async (visit) => {
  const opened = openPipeline(visit);
  const again = opened.pipeline.jobs.filter(
    (job) => isOwn(job) && !job.isRetried && ['failed', 'canceled'].includes(job.status),
  );
  const pipeline = again.length === 0 ? opened.pipeline : await runAgain(visit, opened, again);
  return { kind: 'json', status: 201, body: pipelineRecord(visit, opened.project, pipeline) };
};

/** CI11. */
export const handleCancelPipeline: Handler<typeof cancelPipeline> = async (visit) => {
  const opened = openPipeline(visit);
  const at = visit.now().toISOString();
  const pipeline = await changeJobs(visit, opened, (jobs) => jobs.map((job) => canceled(job, at)));
  return ok(pipelineRecord(visit, opened.project, pipeline));
};

/** Jobs of a pipeline that is started by hand. */
const jobsByHand: readonly ConfiguredJob[] = [
  { name: 'lint', stage: 'check', allowsFailure: false, isManual: false },
  { name: 'unit', stage: 'test', allowsFailure: false, isManual: false },
  { name: 'pages', stage: 'deploy', allowsFailure: true, isManual: true },
];

/** CI12. The variable `FAIL` names a job that fails. */
export const handleCreatePipeline: Handler<typeof createPipeline> = async (visit) => {
  const { project, repository } = openCode(visit);
  const person = requireUser(visit);
  if (!canPushCode(visit.world, person, project)) throw forbidden();
  const { ref, variables = [] } = visit.parameters();
  const sha = await branchTip(repository, ref);
  if (sha === undefined) throw invalidRecord({ base: ['Reference not found'] });
  if (!canUpdate(visit.world, person, project, ref)) {
    const why = `You do not have sufficient permission to run a pipeline on '${ref}'. Please select a different branch or contact your administrator for assistance.`;
    throw invalidRecord({ base: [why] });
  }
  const made = await startPipeline(
    { ...visit, project, personId: person.id },
    { sha, ref, source: 'api', fails: variables.find(({ key }) => key === 'FAIL')?.value },
    jobsByHand,
  );
  return { kind: 'json', status: 201, body: pipelineRecord(visit, project, made) };
};
