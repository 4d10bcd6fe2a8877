import { listBranchRefs, type Ref } from '../git/refs.ts';
import { readCommit } from '../git/repository.ts';
import type { Job, Pipeline, ProjectState, WorldState } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { type ConfiguredJob, configuredJobs } from './ciConfiguration.ts';
import { nextNumber } from './commitStatusWriting.ts';
import { nextTry, scheduled } from './jobRuns.ts';
import { pipelineStatus } from './jobStates.ts';

/** Number for a new job. */
export const nextJob = ({ projects }: WorldState): number =>
  nextNumber(
    projects.flatMap(({ pipelines }) => pipelines.flatMap(({ jobs }) => jobs.map(({ id }) => id))),
    70_000,
  );

/** A project in which a person starts pipelines at a moment. */
export interface Starting {
  readonly world: World;
  readonly project: ProjectState;
  readonly personId: number;
  readonly now: () => Date;
}

/** Starts a pipeline of given jobs; `fails` names one that fails. A job that failed on the branch begins with its next try. */
export const startPipeline = async (
  { world, project, personId, now }: Starting,
  { fails, ...about }: Pick<Pipeline, 'sha' | 'ref' | 'source'> & { readonly fails?: string | undefined },
  configured: readonly ConfiguredJob[],
): Promise<Pipeline> => {
  const at = now().toISOString();
  let made: Pipeline | undefined;
  await world.update((state) => {
    const known = state.projects.find(({ id }) => id === project.id)?.pipelines ?? [];
    const firstId = nextJob(state);
    const before = known.flatMap(({ ref, jobs }) => (ref === about.ref ? jobs : []));
    const jobs = configured.map(({ isManual, ...job }, index): Job => {
      const status = isManual ? 'manual' : 'created';
      const times = { createdAt: at, startedAt: null, finishedAt: null };
      const whole = {
        ...job,
        id: firstId + index,
        status,
        isRetried: false,
        description: null,
        coverage: null,
        ...times,
      };
      return before.some(({ name, status: last }) => name === job.name && last === 'failed') ? nextTry(whole) : whole;
    });
    const planned = scheduled(jobs, Date.parse(at), fails);
    const numbers = state.projects.flatMap(({ pipelines }) => pipelines.map(({ id }) => id));
    const iids = known.map(({ iid }) => iid);
    made = {
      ...{ id: nextNumber(numbers, 5000), iid: nextNumber(iids, 0), ...about, personId },
      ...{ status: pipelineStatus(planned), createdAt: at, updatedAt: at, jobs: planned },
    };
    const pipelines = [...known, made];
    return { ...state, projects: state.projects.map((one) => (one.id === project.id ? { ...one, pipelines } : one)) };
  });
  if (made === undefined) throw new Error('No pipeline was made.');
  return made;
};

/** Starts the pipelines of branches that were pushed, where their commits have a configuration and do not skip it. */
export const startPushPipelines = async (starting: Starting, pushed: readonly Ref[]): Promise<void> => {
  const { world, project } = starting;
  const repository = world.repository(project);
  // a push of the same moment sees its branch moved as well
  const isStarted = ({ name, sha }: Ref): boolean =>
    world.state.projects.some(
      ({ id, pipelines }) =>
        id === project.id && pipelines.some((one) => one.ref === name && one.sha === sha && one.source === 'push'),
    );
  for (const branch of pushed) {
    const { name: ref, sha } = branch;
    const { message } = await readCommit(repository, sha);
    const jobs = /\[(?:ci skip|skip ci)\]/i.test(message) ? undefined : await configuredJobs(repository, branch);
    if (jobs !== undefined && !isStarted(branch)) await startPipeline(starting, { sha, ref, source: 'push' }, jobs);
  }
};

/** Branches that stand elsewhere than before, or are new. */
export const movedBranches = async (
  { world, project }: Pick<Starting, 'world' | 'project'>,
  before: readonly Ref[],
): Promise<readonly Ref[]> => {
  const known = new Map(before.map(({ name, sha }) => [name, sha]));
  return (await listBranchRefs(world.repository(project))).filter(({ name, sha }) => known.get(name) !== sha);
};
