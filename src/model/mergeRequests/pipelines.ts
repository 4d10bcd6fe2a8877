import { eachPage, everyItem } from '../../client/eachPage.ts';
import type { SendOptions } from '../../client/client.ts';
import {
  getJobLog,
  type JobRecord,
  listMergeRequestPipelines,
  listPipelineJobs,
  type PipelineRecord,
} from '../../wire/mergeRequestState.ts';
import { readLog } from '../jobLog.ts';
import type { ReviewPlace } from '../reviews/drafts.ts';

/** MR20: the twenty newest, newest first. */
export const readPipelines = async (
  { client, project, iid }: ReviewPlace,
  options: SendOptions = {},
): Promise<readonly PipelineRecord[]> => {
  const { items } = await client.send(listMergeRequestPipelines, { id: project, merge_request_iid: iid }, options);
  return items;
};

/** CI1, in creation order, so by stage. */
export const readJobs = async (
  { client, project }: ReviewPlace,
  { id: pipeline, project_id: owner }: Pick<PipelineRecord, 'id' | 'project_id'>,
  options: SendOptions = {},
): Promise<readonly JobRecord[]> => {
  const jobs = await everyItem(
    eachPage(client, listPipelineJobs, { id: owner ?? project, pipeline_id: pipeline, per_page: 100 }, options),
  );
  return jobs.toSorted((one, other) => one.id - other.id);
};

/** Limits of the shown log. */
const limit = { lines: 40, characters: 8_000 };

/** CI2: plain text; empty without a log. */
export const readLogEnd = async (
  { client, project }: ReviewPlace,
  { job, owner }: { readonly job: number; readonly owner: number | undefined },
  options: SendOptions = {},
): Promise<string> => {
  const bytes = await client.send(getJobLog, { id: owner ?? project, job_id: job }, options);
  // decode only the end of long logs
  return logEnd(new TextDecoder().decode(bytes.subarray(Math.max(0, bytes.length - 200_000))));
};

/** The last lines of a log as a terminal would show them. */
export const logEnd = (log: string): string => {
  const lines = readLog(log).lines.map(({ text }) => text);
  return lines.join('\n').trimEnd().split('\n').slice(-limit.lines).join('\n').slice(-limit.characters);
};
