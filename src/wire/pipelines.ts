import * as v from 'valibot';
import { job, pipeline } from './mergeRequestState.ts';
import { inPath, inQuery, json, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer } from './records.ts';

/** CI3: newest first, without child pipelines. */
export const listPipelines = operation({
  reference: 'CI3',
  method: 'GET',
  path: '/projects/:id/pipelines',
  parameters: { id: inPath(idOrPath), ref: inQuery(text), ...paging },
  answer: pageOf(pipeline),
  success: [200],
});

/** CI4: trigger jobs with their downstream pipelines; CI1 omits them. */
export const listPipelineBridges = operation({
  reference: 'CI4',
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/bridges',
  parameters: { id: inPath(idOrPath), pipeline_id: inPath(integer), ...paging },
  answer: pageOf(v.object({ ...job.entries, downstream_pipeline: v.nullish(pipeline) })),
  success: [200],
});

/** CI5. */
export const getJob = operation({
  reference: 'CI5',
  method: 'GET',
  path: '/projects/:id/jobs/:job_id',
  parameters: { id: inPath(idOrPath), job_id: inPath(integer) },
  answer: json(job),
  success: [200],
});
