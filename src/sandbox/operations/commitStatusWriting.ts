import type { setCommitStatus } from '../../wire/commitStatuses.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { refsContaining } from '../git/refs.ts';
import { openCode, requireUser, type Handler } from '../handling.ts';
import { forbidden, invalidRecord, notFound, refusal } from '../refusals.ts';
import { canPushCode, canUpdate } from '../world/access.ts';
import type { Job, Person, Pipeline, ProjectState, WorldState } from '../world/records.ts';
import { openCommit } from './commits.ts';
import { statusRecord } from './commitStatuses.ts';
import { isOver, pipelineStatus, transitionProblem } from './jobStates.ts';

type Given = ParametersOf<typeof setCommitStatus>;

interface Report {
  readonly given: Given;
  readonly sha: string;
  /** For a new pipeline. */
  readonly ref: string;
  readonly person: Person;
  readonly at: string;
}

const maxLength = 255;

const isWebAddress = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text);

const checkTexts = ({ target_url, description, ref }: Given): void => {
  const problems: Record<string, string[]> = {};
  for (const [name, text = ''] of Object.entries({ ref, target_url, description })) {
    if (text.length > maxLength) problems[name] = [`is too long (maximum is ${maxLength} characters)`];
  }
  if ((target_url ?? '') !== '' && !isWebAddress(target_url ?? '')) {
    problems['target_url'] = [...(problems['target_url'] ?? []), 'is blocked: Only allowed schemes are http, https'];
  }
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
};

/** One after the greatest, and after `first`. */
export const nextNumber = (numbers: readonly number[], first: number): number => Math.max(first, ...numbers) + 1;

const nameOf = ({ name, context }: Given): string =>
  (name === undefined || name === 'default' ? context : name) ?? 'default';

/** Newest matching pipeline of the commit, else a new external one. */
const pipelineFor = (
  { projects }: WorldState,
  project: ProjectState,
  { given, sha, ref, person, at }: Report,
): Pipeline => {
  const found = project.pipelines.findLast(
    (pipeline) =>
      pipeline.sha === sha &&
      (given.ref === undefined || pipeline.ref === given.ref) &&
      (given.pipeline_id === undefined || pipeline.id === given.pipeline_id),
  );
  if (found !== undefined) return found;
  return {
    id: nextNumber(
      projects.flatMap(({ pipelines }) => pipelines.map(({ id }) => id)),
      5000,
    ),
    iid: nextNumber(
      project.pipelines.map(({ iid }) => iid),
      0,
    ),
    sha,
    ref,
    status: 'created',
    source: 'external',
    personId: person.id,
    createdAt: at,
    updatedAt: at,
    jobs: [],
  };
};

/** Updates an unfinished job, else creates its successor. */
const report = (state: WorldState, pipeline: Pipeline, { given, person, at }: Report): Job => {
  const name = nameOf(given);
  const earlier = pipeline.jobs.findLast((job) => job.name === name && !job.isRetried);
  const known = earlier !== undefined && !isOver(earlier.status) ? earlier : undefined;
  const problem = transitionProblem(known?.status ?? 'created', given.state);
  if (problem !== undefined) throw refusal(400, problem);
  const jobs = state.projects.flatMap(({ pipelines }) => pipelines.flatMap((other) => other.jobs));
  const begun: Job = known ?? {
    id: nextNumber(
      jobs.map(({ id }) => id),
      70_000,
    ),
    name,
    stage: 'external',
    status: 'created',
    allowsFailure: false,
    isRetried: false,
    description: null,
    coverage: null,
    createdAt: at,
    startedAt: null,
    finishedAt: null,
    reporterId: person.id,
    targetUrl: null,
  };
  return {
    ...begun,
    status: given.state,
    description: given.description ?? begun.description,
    coverage: given.coverage ?? begun.coverage,
    ...(given.target_url === undefined ? {} : { targetUrl: given.target_url }),
    startedAt: given.state === 'running' ? at : begun.startedAt,
    finishedAt: isOver(given.state) ? at : null,
  };
};

const withJob = (pipeline: Pipeline, job: Job, at: string): Pipeline => {
  const isKnown = pipeline.jobs.some(({ id }) => id === job.id);
  const jobs = isKnown
    ? pipeline.jobs.map((other) => (other.id === job.id ? job : other))
    : [...pipeline.jobs.map((other) => (other.name === job.name ? { ...other, isRetried: true } : other)), job];
  return { ...pipeline, jobs, status: pipelineStatus(jobs), updatedAt: at };
};

const withPipeline = (project: ProjectState, pipeline: Pipeline): ProjectState => ({
  ...project,
  pipelines: project.pipelines.some(({ id }) => id === pipeline.id)
    ? project.pipelines.map((other) => (other.id === pipeline.id ? pipeline : other))
    : [...project.pipelines, pipeline],
});

/**
 * C12. Updates the status of the same name, ref and pipeline until it is finished; then a new one replaces it, and the
 * old one is listed only with `all`. Creates an external pipeline if there is none. Protected refs require permission
 * to push or merge.
 */
export const handleSetCommitStatus: Handler<typeof setCommitStatus> = async (visit) => {
  const { project, repository } = openCode(visit);
  const person = requireUser(visit);
  if (!canPushCode(visit.world, person, project)) throw forbidden();
  const given = visit.parameters();
  const { sha } = await openCommit(repository, given.sha);
  const known = project.pipelines.findLast((pipeline) => pipeline.sha === sha)?.ref;
  const ref = given.ref ?? known ?? (await refsContaining(repository, 'heads', sha))[0]?.name;
  if (ref === undefined) throw notFound('References for commit');
  if (!canUpdate(visit.world, person, project, ref)) throw forbidden();
  checkTexts(given);
  const told: Report = { given, sha, ref, person, at: visit.now().toISOString() };
  let made: { readonly pipeline: Pipeline; readonly job: Job } | undefined;
  await visit.world.update((state) => ({
    ...state,
    projects: state.projects.map((candidate) => {
      if (candidate.id !== project.id) return candidate;
      const before = pipelineFor(state, candidate, told);
      const job = report(state, before, told);
      const pipeline = withJob(before, job, told.at);
      made = { pipeline, job };
      return withPipeline(candidate, pipeline);
    }),
  }));
  if (made === undefined) throw new Error(`There is no project ${project.id} any more.`);
  return { kind: 'json', status: 201, body: statusRecord(visit, project, made.pipeline, made.job) };
};
