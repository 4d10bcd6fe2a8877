import type { getJob, getPipeline, getTestReport, getTestReportSummary } from '../../wire/pipelines.ts';
import type { listPipelineBridges, listPipelines } from '../../wire/pipelines.ts';
import { ok, type Handler, openCode } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { notFound } from '../refusals.ts';
import { canReadCode } from '../world/access.ts';
import type { Pipeline, ProjectState } from '../world/records.ts';
import { hasReport, jobOf, jobRecord } from './mergeRequestState.ts';
import { pipelineRecord } from './pipelines.ts';

const pipelineOf = (project: ProjectState, id: number): Pipeline => {
  const pipeline = project.pipelines.find((each) => each.id === id);
  if (pipeline === undefined) throw notFound();
  return pipeline;
};

/** CI3. Newest first. */
export const handleListPipelines: Handler<typeof listPipelines> = async (visit) => {
  const { project } = openCode(visit);
  const given = visit.parameters();
  const all = project.pipelines
    .filter(({ ref }) => given.ref === undefined || ref === given.ref)
    .filter(({ personId }) => given.username === undefined || visit.world.person(personId)?.username === given.username)
    .toReversed();
  return countedPage(
    given,
    all.length,
    rowsOnPage(given, all).map((each) => pipelineRecord(visit, project, each)),
  );
};

/** CI4. Downstream pipelines are only shown to those who can read its code. A trigger job has its pipeline's status. */
export const handleListPipelineBridges: Handler<typeof listPipelineBridges> = async (visit) => {
  const { project } = openCode(visit);
  const given = visit.parameters();
  const pipeline = pipelineOf(project, given.pipeline_id);
  const { bridges = [] } = pipeline;
  const items = rowsOnPage(given, bridges).map(({ id, name, stage, projectId, pipelineId }) => {
    const other = visit.world.state.projects.find((each) => each.id === projectId);
    const started = other?.pipelines.find((each) => each.id === pipelineId);
    const isSeen = other !== undefined && started !== undefined && canReadCode(visit.world, visit.person, other);
    return {
      ...{ id, name, stage, status: started?.status ?? 'failed', allow_failure: false, created_at: pipeline.createdAt },
      downstream_pipeline: isSeen ? pipelineRecord(visit, other, started) : null,
    };
  });
  return countedPage(given, bridges.length, items);
};

/** CI6. */
export const handleGetPipeline: Handler<typeof getPipeline> = async (visit) => {
  const { project } = openCode(visit);
  return ok(pipelineRecord(visit, project, pipelineOf(project, visit.parameters().pipeline_id)));
};

/** CI5. */
export const handleGetJob: Handler<typeof getJob> = async (visit) => {
  const { project } = openCode(visit);
  const { pipeline, job } = jobOf(project, visit.parameters().job_id);
  return ok(jobRecord(visit, project, pipeline, job));
};

const testOf = (file: string, status: string, name: string, output: unknown = null) => ({
  ...{ status, name, classname: file, file: `test/${file}.test.ts`, execution_time: 0.02 },
  ...{ system_output: output, stack_trace: null },
});

const where = '\u001b[31mAssertionError\u001b[0m: expected 0 but got 12\n    at src/inventory/crate.ts:';
const passing = 'counts crates,adds fruit,removes fruit,ships crates,names fruit,sells by weight,reads prices,halves';

/** Those of a job that has failed, or not. */
const testsOf = (isFailed: boolean) => [
  ...passing.split(',').map((name) => testOf('stock', 'success', name)),
  ...[
    testOf('stock', 'failed', 'weighs an empty crate', `${where}12:5`),
    testOf('stock', 'failed', 'weighs a full crate', `${where}13:5`),
    testOf('rounding', 'error', 'rounds half a gram', { message: 'Timeout of 2000 ms', type: 'Error' }),
  ].map((test) => (isFailed ? test : { ...test, status: 'success', system_output: null })),
  testOf('stock', 'skipped', 'weighs a lorry', ''),
];

const countsOf = (cases: ReturnType<typeof testsOf>) => {
  const count = (wanted: string): number => cases.filter(({ status }) => status === wanted).length;
  return {
    ...{ total_time: cases.length * 0.02, total_count: cases.length, success_count: count('success') },
    ...{ failed_count: count('failed'), skipped_count: count('skipped'), error_count: count('error') },
  };
};

/** Reports that the jobs of a pipeline have left; that of `lint` is broken. */
const suitesOf = ({ jobs }: Pipeline) =>
  jobs
    .filter((job) => hasReport(job) && !job.isRetried)
    .map(({ id, name, status, finishedAt }) => {
      const cases = name === 'lint' ? [] : testsOf(status === 'failed');
      const suite_error = name === 'lint' ? 'JUnit XML parsing failed: 1:1: FATAL: Document is empty' : null;
      return { id, finishedAt, cases, record: { name, ...countsOf(cases), suite_error } };
    });

/** CI13. */
export const handleGetTestReport: Handler<typeof getTestReport> = async (visit) => {
  const suites = suitesOf(pipelineOf(openCode(visit).project, visit.parameters().pipeline_id));
  return ok({
    ...countsOf(suites.flatMap(({ cases }) => cases)),
    test_suites: suites.map(({ record, cases }) => ({ ...record, test_cases: cases })),
  });
};

/** CI14. A report is read a second after its job. */
export const handleGetTestReportSummary: Handler<typeof getTestReportSummary> = async (visit) => {
  const all = suitesOf(pipelineOf(openCode(visit).project, visit.parameters().pipeline_id));
  const suites = all.filter(({ finishedAt }) => Date.parse(finishedAt ?? '') + 1_000 <= visit.now().getTime());
  const counts = countsOf(suites.flatMap(({ cases }) => cases));
  const total = {
    ...{ time: counts.total_time, count: counts.total_count, success: counts.success_count, suite_error: null },
    ...{ failed: counts.failed_count, skipped: counts.skipped_count, error: counts.error_count },
  };
  return ok({ total, test_suites: suites.map(({ record, id }) => ({ ...record, build_ids: [id] })) });
};
