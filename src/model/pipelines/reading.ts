import type { Client, SendOptions } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import {
  type JobRecord,
  listMergeRequestPipelines,
  listPipelineJobs,
  type PipelineRecord,
} from '../../wire/mergeRequestState.ts';
import { listMergeRequests } from '../../wire/mergeRequests.ts';
import { listPipelineBridges, listPipelines } from '../../wire/pipelines.ts';
import { hasEnded } from '../pipelineStates.ts';
import { isFrom } from '../sourceProject.ts';

/** A project whose pipelines are read: that of a fork for some of a merge request; `parent` is that of a fork. */
export type PipelineProject = {
  readonly client: Client;
  readonly project: number;
  readonly parent?: number | undefined;
};

/** A pipeline, and the number of the open merge request it was found by. */
export interface FoundPipeline extends PipelineProject {
  readonly pipeline: PipelineRecord;
  readonly mergeRequest: number | undefined;
}

/** A pipeline in its project. */
export type PipelinePlace = Omit<FoundPipeline, 'mergeRequest'>;

/** A branch, and what finds its merge request in MR1. */
export type PipelineBranch = { name: string; filter: { source_branch: string } | { iids: number[] } };

/** MR1 and MR20, else CI3: the newest pipeline of a branch or of its open merge request; undefined where there is none. */
export const newestPipeline = async (
  { client, project: id, parent }: PipelineProject,
  { name, filter }: PipelineBranch,
  options: SendOptions = {},
): Promise<FoundPipeline | undefined> => {
  const openIn = async (project: number) =>
    (await client.send(listMergeRequests, { id: project, state: 'opened', ...filter }, options)).items;
  // a branch of a fork may have the same name
  const isOwn = isFrom(id);
  const request =
    (await openIn(id)).find((one) => 'iids' in filter || isOwn(one)) ??
    (parent === undefined || 'iids' in filter ? undefined : (await openIn(parent)).find(isOwn));
  const ofRequest = request && { id: request.project_id, merge_request_iid: request.iid, per_page: 1 };
  const [own] = ofRequest ? (await client.send(listMergeRequestPipelines, ofRequest, options)).items : [];
  if (own) return { client, project: own.project_id ?? id, pipeline: own, mergeRequest: request?.iid };
  const [pipeline] = (await client.send(listPipelines, { id, ref: name, per_page: 1 }, options)).items;
  return pipeline && { client, project: id, pipeline, mergeRequest: undefined };
};

/** A job; one that has started another pipeline has that, or null where it may not be seen. */
export type AnyJob = JobRecord & { readonly downstream_pipeline?: PipelineRecord | null | undefined };

/** The jobs of one stage, as they were made. */
export interface Stage {
  readonly name: string;
  readonly jobs: readonly AnyJob[];
}

/** CI1 and CI4: the jobs of a pipeline by stage, each as it ran last. */
export const readStages = async (
  { client, project: id, pipeline }: PipelinePlace,
  options: SendOptions = {},
): Promise<readonly Stage[]> => {
  const named = { id, pipeline_id: pipeline.id, per_page: 100 };
  const [jobs, bridges] = await Promise.all([
    everyItem(eachPage(client, listPipelineJobs, { ...named, include_retried: true }, options)),
    everyItem(eachPage(client, listPipelineBridges, named, options)),
  ]);
  return stagesOf([...jobs, ...bridges]);
};

/** Stages in the order of their first jobs, which is theirs; a job that was run again is where the first one was. */
export const stagesOf = (jobs: readonly AnyJob[]): readonly Stage[] => {
  const ordered = jobs.toSorted((one, other) => one.id - other.id);
  return [...Map.groupBy(ordered, ({ stage }) => stage ?? '')].map(([name, own]) => ({
    name,
    jobs: [...Map.groupBy(own, (job) => job.name).values()].flatMap((runs) => runs.at(-1) ?? []),
  }));
};

/** True for failed jobs without `allow_failure`. */
export const isFailed = ({ status, allow_failure: isAllowed }: AnyJob): boolean =>
  status === 'failed' && isAllowed !== true;

/** Counts of ended, all and failed jobs, without manual and skipped ones. */
export const tallyOf = (stages: readonly Stage[]) => {
  const counted = stages.flatMap(({ jobs }) => jobs).filter(({ status }) => !['manual', 'skipped'].includes(status));
  const isOver = ({ status }: AnyJob): boolean => hasEnded(status);
  return { ended: counted.filter(isOver).length, all: counted.length, failed: counted.filter(isFailed) };
};

/** Actions that the status of a job allows; GitLab retries trigger jobs only since 15.10. */
export const jobActions = ({ status, downstream_pipeline: started }: AnyJob) => ({
  retry: started === undefined && ['success', 'failed', 'canceled'].includes(status),
  play: ['manual', 'scheduled'].includes(status),
  cancel: !hasEnded(status) && !['manual', 'canceling'].includes(status),
});
