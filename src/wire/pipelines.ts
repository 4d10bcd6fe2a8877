import * as v from 'valibot';
import { job, pipeline } from './mergeRequestState.ts';
import { inPath, inQuery, json, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer } from './records.ts';

/** CI3: the pipelines of a project, newest first, without children. */
export const listPipelines = operation({
  reference: 'CI3',
  method: 'GET',
  path: '/projects/:id/pipelines',
  parameters: { id: inPath(idOrPath), ref: inQuery(text), ...paging },
  answer: pageOf(pipeline),
  success: [200],
});

/** CI4: the jobs of a pipeline that have started another one, of the same project or another; CI1 is without them. */
export const listPipelineBridges = operation({
  reference: 'CI4',
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/bridges',
  parameters: { id: inPath(idOrPath), pipeline_id: inPath(integer), ...paging },
  answer: pageOf(v.object({ ...job.entries, downstream_pipeline: v.nullish(pipeline) })),
  success: [200],
});

/** CI5: a job. */
export const getJob = operation({
  reference: 'CI5',
  method: 'GET',
  path: '/projects/:id/jobs/:job_id',
  parameters: { id: inPath(idOrPath), job_id: inPath(integer) },
  answer: json(job),
  success: [200],
});
