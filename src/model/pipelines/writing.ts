import { getJob, cancelJob, cancelPipeline, createPipeline, getPipeline, listPipelines } from '../../wire/pipelines.ts';
import { playJob, retryJob, retryPipeline } from '../../wire/pipelines.ts';
import { type JobRecord, listPipelineJobs, type PipelineRecord } from '../../wire/mergeRequestState.ts';
import { beforeWrite, type LookupOutcome, type WriteOutcome, writeOnce } from '../writeOnce.ts';
import { hasEnded } from '../pipelineStates.ts';
import type { PipelinePlace, PipelineProject } from './reading.ts';

/** A job in its project. */
export interface JobPlace extends PipelineProject {
  readonly job: JobRecord;
}

const named = ({ project, job }: JobPlace) => ({ id: project, job_id: job.id });

/** CI7, once. After a lost answer a newer job of the name is looked for. Answers the new job. */
export const retry = (place: JobPlace): Promise<WriteOutcome<JobRecord>> =>
  writeOnce(
    () => place.client.send(retryJob, named(place)),
    async () => {
      const { client, project: id, job } = place;
      const pipeline = job.pipeline?.id;
      if (pipeline === undefined) return 'unclear';
      client.stopSharing();
      const { items } = await client.send(listPipelineJobs, { id, pipeline_id: pipeline, per_page: 100 });
      const found = items.find(({ name, id: newer }) => name === job.name && newer > job.id);
      return found ? { found } : 'absent';
    },
  );

/** Reads a job after a lost answer; `unclear` if it ended without the state that `isDone` accepts. */
const checkJob = async (place: JobPlace, isDone: (status: string) => boolean): Promise<LookupOutcome<JobRecord>> => {
  place.client.stopSharing();
  const found = await place.client.send(getJob, named(place));
  if (isDone(found.status)) return { found };
  return hasEnded(found.status) ? 'unclear' : 'absent';
};

/** CI8, once. After a lost answer the job is read again. */
export const play = (place: JobPlace): Promise<WriteOutcome<JobRecord>> =>
  writeOnce(
    () => place.client.send(playJob, named(place)),
    () => checkJob(place, (status) => !['manual', 'scheduled'].includes(status)),
  );

const isCanceled = (status: string): boolean => status === 'canceled' || status === 'canceling';

/** CI9, once. After a lost answer the job is read again. */
export const cancel = (place: JobPlace): Promise<WriteOutcome<JobRecord>> =>
  writeOnce(
    () => place.client.send(cancelJob, named(place)),
    () => checkJob(place, isCanceled),
  );

const namedPipeline = ({ project, pipeline }: PipelinePlace) => ({ id: project, pipeline_id: pipeline.id });

/** Newest job of a pipeline by number. */
const newestJob = async ({ client, project: id, pipeline }: PipelinePlace): Promise<number> => {
  client.stopSharing();
  const { items } = await client.send(listPipelineJobs, { id, pipeline_id: pipeline.id, per_page: 100 });
  return Math.max(0, ...items.map((job) => job.id));
};

/** CI10, once. After a lost answer new jobs are looked for. */
export const retryAll = async (place: PipelinePlace): Promise<WriteOutcome<PipelineRecord>> => {
  const before = await beforeWrite(() => newestJob(place));
  return writeOnce(
    () => place.client.send(retryPipeline, namedPipeline(place)),
    async () => {
      if ((await newestJob(place)) <= before) return 'absent';
      return { found: await place.client.send(getPipeline, namedPipeline(place)) };
    },
  );
};

/** CI11, once. After a lost answer the pipeline is read again. */
export const cancelAll = (place: PipelinePlace): Promise<WriteOutcome<PipelineRecord>> =>
  writeOnce(
    () => place.client.send(cancelPipeline, namedPipeline(place)),
    async () => {
      place.client.stopSharing();
      const found = await place.client.send(getPipeline, namedPipeline(place));
      if (isCanceled(found.status)) return { found };
      return hasEnded(found.status) ? 'unclear' : 'absent';
    },
  );

/** Ref and variables of a new pipeline. */
export interface WantedPipeline {
  readonly ref: string;
  readonly variables: readonly { readonly key: string; readonly value: string }[];
  /** The user who starts it. */
  readonly username: string;
}

/** CI12, once. After a lost answer a newer pipeline of the same user is looked for. */
export const run = async (
  { client, project: id }: PipelineProject,
  { ref, variables, username }: WantedPipeline,
): Promise<WriteOutcome<PipelineRecord>> => {
  const newest = async (): Promise<PipelineRecord | undefined> => {
    client.stopSharing();
    return (await client.send(listPipelines, { id, ref, username, per_page: 1 })).items[0];
  };
  const before = await beforeWrite(newest);
  return writeOnce(
    () => client.send(createPipeline, { id, ref, ...(variables.length > 0 ? { variables: [...variables] } : {}) }),
    async () => {
      const found = await newest();
      return found && found.id > (before?.id ?? 0) ? { found } : 'absent';
    },
  );
};
