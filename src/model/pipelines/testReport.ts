import type { SendOptions } from '../../client/client.ts';
import { getTestReport, getTestReportSummary, type TestCase } from '../../wire/pipelines.ts';
import type { AnyJob, PipelinePlace, PipelineProject, Stage } from './reading.ts';

/** CI14: counts of tests, and of reports the server has not read yet or could not parse. `failed` includes `errors`. */
export const readTestCounts = async (
  { client, project: id, pipeline }: PipelinePlace,
  stages: readonly Stage[],
  options: SendOptions = {},
) => {
  const asked = { id, pipeline_id: pipeline.id };
  const { total, test_suites: suites } = await client.send(getTestReportSummary, asked, options);
  const read = suites.flatMap(({ build_ids: ids }) => ids);
  const isAwaited = ({ id: job, artifacts }: AnyJob): boolean =>
    artifacts?.some(({ file_type: type }) => type === 'junit') === true && !read.includes(job);
  const awaited = stages.flatMap(({ jobs }) => jobs).filter(isAwaited).length;
  const broken = suites.filter(({ suite_error: error }) => error != null).length;
  const { count: all, error: errors, skipped } = total;
  return { all, failed: total.failed + errors, errors, skipped, awaited, broken };
};

export type TestCounts = Awaited<ReturnType<typeof readTestCounts>>;

/** A test that failed or had an error; with the status `broken` a report that the server could not parse. */
export type FailedTest = TestCase & { readonly suite: string };

/** CI13: in the order of the report. */
export const readFailedTests = async (
  { client, project: id }: PipelineProject,
  pipeline: number,
  options: SendOptions = {},
): Promise<readonly FailedTest[]> => {
  const { test_suites: suites } = await client.send(getTestReport, { id, pipeline_id: pipeline }, options);
  return suites.flatMap(({ name: suite, suite_error: error, test_cases: cases }): readonly FailedTest[] =>
    error == null
      ? cases.filter(({ status }) => ['failed', 'error'].includes(status)).map((each) => ({ ...each, suite }))
      : [{ status: 'broken', name: suite, suite, system_output: error }],
  );
};

/** Output and stack trace of a test, with ANSI escape codes; the server's words for a broken report. */
export const testOutput = ({ system_output: output, stack_trace: trace }: FailedTest): string => {
  const text = output == null || typeof output === 'string' ? output : JSON.stringify(output, undefined, 2);
  return [text, trace].filter(Boolean).join('\n\n');
};
