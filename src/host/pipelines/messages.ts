import * as vscode from '../vscode.ts';
import type { JobRecord } from '../../wire/mergeRequestState.ts';
import type { FailedTest, TestCounts } from '../../model/pipelines/testReport.ts';
import { type AnyJob, type FoundPipeline, isFailed, type Stage, tallyOf } from '../../model/pipelines/reading.ts';

/** The state of a pipeline or a job in a word; one that is not known here keeps its own. */
export const stateWord = (status: string): string => {
  const { t } = vscode.l10n;
  const words: Readonly<Record<string, string>> = {
    success: t('Passed'),
    failed: t('Failed'),
    running: t('Running'),
    pending: t('Pending'),
    created: t('Created'),
    manual: t('Manual'),
    canceled: t('Canceled'),
    skipped: t('Skipped'),
  };
  return Object.hasOwn(words, status) ? (words[status] ?? status) : status.replaceAll('_', ' ');
};

/** The state of a job, which may be allowed to fail. */
export const jobWord = (job: AnyJob): string =>
  job.status === 'failed' && !isFailed(job) ? vscode.l10n.t('Failed, allowed to fail') : stateWord(job.status);

/** A pipeline and how far it is: `Pipeline running 3/7`, `Pipeline failed: 2 jobs`. */
export const pipelineSentence = (status: string, stages: readonly Stage[]): string => {
  const { many, t } = vscode.l10n;
  const { ended, all, failed } = tallyOf(stages);
  const failures = many(failed.length, '{0} job', '{0} jobs');
  if (status === 'success') return t('Pipeline passed');
  if (status === 'failed') return failed.length > 0 ? t('Pipeline failed: {0}', failures) : t('Pipeline failed');
  if (status !== 'running') return t('Pipeline: {0}', stateWord(status).toLowerCase());
  const words = t('Pipeline running {0}/{1}', String(ended), String(all));
  return failed.length > 0 ? `${words}, ${t('failed: {0}', failures)}` : words;
};

/** Counts of a test report, the main fact first; empty if nothing has failed. */
export const testSentences = ({ all, failed, errors, skipped, broken, awaited }: TestCounts): readonly string[] => {
  const { many, t } = vscode.l10n;
  const facts = [
    failed > 0 && many(all, '{1} of {0} test failed', '{1} of {0} tests failed', String(failed)),
    broken > 0 && many(broken, '{0} test report could not be parsed', '{0} test reports could not be parsed'),
    awaited > 0 && many(awaited, '{0} test report is not available yet', '{0} test reports are not available yet'),
    errors > 0 && many(errors, '{0} with an error', '{0} with errors'),
    skipped > 0 && t('{0} skipped', String(skipped)),
  ];
  return failed + broken + awaited > 0 ? facts.filter((fact) => fact !== false) : [];
};

/** State, suite and class of a failed test. */
export const testWords = ({ status, suite, classname }: FailedTest): readonly string[] => {
  if (status === 'broken') return [vscode.l10n.t('The server could not parse the test report')];
  return [status === 'error' ? vscode.l10n.t('Error') : '', suite, classname ?? ''].filter((word) => word !== '');
};

/** A pipeline by its number, with what it is of: `#5082 · main · !5`. */
export const pipelineName = ({ pipeline, mergeRequest }: Pick<FoundPipeline, 'pipeline' | 'mergeRequest'>): string =>
  [`#${pipeline.id}`, pipeline.ref, mergeRequest && `!${mergeRequest}`].filter(Boolean).join(' · ');

/** A job by its name and number. */
export const jobName = ({ name, id }: Pick<JobRecord, 'name' | 'id'>): string => `${name} #${id}`;
