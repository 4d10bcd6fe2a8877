import * as v from 'valibot';
import { job, pipeline } from './mergeRequestState.ts';
import { inBody, inPath, inQuery, json, longJson, operation, pageOf, requiredInBody } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeText } from './records.ts';

const onePipeline = { id: inPath(idOrPath), pipeline_id: inPath(integer) };
const oneJob = { id: inPath(idOrPath), job_id: inPath(integer) };

/** CI3: newest first, without child pipelines. `username` filters by who started them. */
export const listPipelines = operation({
  reference: 'CI3',
  method: 'GET',
  path: '/projects/:id/pipelines',
  parameters: { id: inPath(idOrPath), ref: inQuery(text), username: inQuery(text), ...paging },
  answer: pageOf(pipeline),
  success: [200],
});

/** CI4: trigger jobs with their downstream pipelines; CI1 omits them. */
export const listPipelineBridges = operation({
  reference: 'CI4',
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/bridges',
  parameters: { ...onePipeline, ...paging },
  answer: pageOf(v.object({ ...job.entries, downstream_pipeline: v.nullish(pipeline) })),
  success: [200],
});

/** CI5. */
export const getJob = operation({
  reference: 'CI5',
  method: 'GET',
  path: '/projects/:id/jobs/:job_id',
  parameters: oneJob,
  answer: json(job),
  success: [200],
});

/** CI6: a pipeline. */
export const getPipeline = operation({
  reference: 'CI6',
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id',
  parameters: onePipeline,
  answer: json(pipeline),
  success: [200],
});

/** `suite_error`: why the server could not parse the report. */
const suite = { name: v.nullish(v.string(), ''), suite_error: maybeText };

/** `status`: `success`, `failed`, `error`, `skipped`. */
const testCase = v.object({
  status: v.string(),
  name: v.nullish(v.string(), ''),
  classname: maybeText,
  file: maybeText,
  /** A string; an object or list where the report has only attributes, or several failures. */
  system_output: v.nullish(v.unknown()),
  stack_trace: maybeText,
});

export type TestCase = v.InferOutput<typeof testCase>;

/** CI13: tests of a pipeline by suite; empty without a report. */
export const getTestReport = operation({
  reference: 'CI13',
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/test_report',
  parameters: onePipeline,
  answer: longJson(v.object({ test_suites: v.array(v.object({ ...suite, test_cases: v.array(testCase) })) })),
  success: [200],
  since: '13.0',
});

/** CI14: counts, with the jobs of each suite; zero without a report, and until the server has read that of a job that has ended. */
export const getTestReportSummary = operation({
  reference: 'CI14',
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/test_report_summary',
  parameters: onePipeline,
  answer: json(
    v.object({
      total: v.object({ count: integer, failed: integer, skipped: integer, error: integer }),
      test_suites: v.array(v.object({ ...suite, build_ids: v.array(integer) })),
    }),
  ),
  success: [200],
  since: '14.2',
});

/** CI7: runs a job that has ended again, as a new job. */
export const retryJob = operation({
  reference: 'CI7',
  method: 'POST',
  path: '/projects/:id/jobs/:job_id/retry',
  parameters: oneJob,
  answer: json(job),
  success: [201],
});

/** CI8: starts a manual job. */
export const playJob = operation({
  reference: 'CI8',
  method: 'POST',
  path: '/projects/:id/jobs/:job_id/play',
  parameters: oneJob,
  answer: json(job),
  success: [200],
});

/** CI9: cancels a job that has not ended. */
export const cancelJob = operation({
  reference: 'CI9',
  method: 'POST',
  path: '/projects/:id/jobs/:job_id/cancel',
  parameters: oneJob,
  answer: json(job),
  success: [201],
});

/** CI10: runs the failed and canceled jobs of a pipeline again; 201 also where there are none. */
export const retryPipeline = operation({
  reference: 'CI10',
  method: 'POST',
  path: '/projects/:id/pipelines/:pipeline_id/retry',
  parameters: onePipeline,
  answer: json(pipeline),
  success: [201],
});

/** CI11: cancels the jobs of a pipeline that have not ended; 200 also where there are none. */
export const cancelPipeline = operation({
  reference: 'CI11',
  method: 'POST',
  path: '/projects/:id/pipelines/:pipeline_id/cancel',
  parameters: onePipeline,
  answer: json(pipeline),
  success: [200],
});

/** CI12: runs a new pipeline for a branch or tag. */
export const createPipeline = operation({
  reference: 'CI12',
  method: 'POST',
  path: '/projects/:id/pipeline',
  parameters: {
    id: inPath(idOrPath),
    ref: requiredInBody(text),
    variables: inBody(v.array(v.object({ key: text, value: v.string() }))),
  },
  answer: json(pipeline),
  success: [201],
});
