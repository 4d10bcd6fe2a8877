import type { Client } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { type CommitStatus, listCommitStatuses } from '../../wire/commits.ts';
import { setCommitStatus } from '../../wire/commitStatuses.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { type LookupOutcome, writeOnce, type WriteOutcome } from '../writeOnce.ts';

/** `skipped` since 17.x. */
export type SettableState = ParametersOf<typeof setCommitStatus>['state'];

/** In lifecycle order. */
export const settableStates: readonly SettableState[] = [
  'pending',
  'running',
  'success',
  'failed',
  'canceled',
  'skipped',
];

export interface StatusFilter {
  readonly ref?: string | undefined;
  readonly stage?: string | undefined;
  readonly name?: string | undefined;
  /** Include retried ones. */
  readonly all: boolean;
}

/** Missing members stay unchanged. */
export interface StatusReport {
  readonly project: number;
  readonly sha: string;
  readonly name: string;
  readonly state: SettableState;
  readonly ref?: string | undefined;
  readonly targetUrl?: string | undefined;
  readonly description?: string | undefined;
  /** Percent. */
  readonly coverage?: number | undefined;
  readonly pipeline?: number | undefined;
}

/** C11, all pages. */
export const readStatuses = async (
  client: Client,
  { project, sha }: Pick<StatusReport, 'project' | 'sha'>,
  filter: StatusFilter,
  signal: AbortSignal,
): Promise<readonly CommitStatus[]> => {
  const { all, ref, stage, name } = filter;
  const wanted = {
    ...(ref ? { ref } : {}),
    ...(stage ? { stage } : {}),
    ...(name ? { name } : {}),
    ...(all ? { all } : {}),
  };
  return everyItem(eachPage(client, listCommitStatuses, { id: project, sha, per_page: 100, ...wanted }, { signal }));
};

/** Same name, ref and pipeline; undefined for a new status. */
export const statusBefore = (
  statuses: readonly CommitStatus[],
  { name, ref, pipeline }: Pick<StatusReport, 'name' | 'ref' | 'pipeline'>,
): CommitStatus | undefined =>
  statuses.findLast(
    (status) =>
      status.name === name &&
      (ref === undefined || status.ref === ref) &&
      (pipeline === undefined || status.pipeline_id === pipeline),
  );

export type ReportProblem = 'notHttp' | 'tooLong' | 'notPercent' | 'empty';

const maxLength = 255;

/** http(s), at most 255 characters. */
export const targetUrlProblem = (text: string): ReportProblem | undefined => {
  if (text === '') return undefined;
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) return 'notHttp';
  return text.length > maxLength ? 'tooLong' : undefined;
};

/** At most 255 characters. */
export const lengthProblem = (text: string): ReportProblem | undefined =>
  text.length > maxLength ? 'tooLong' : undefined;

const percentIn = (text: string): number => Number(text.replace(',', '.').trim().replace(/%$/, ''));

/** Accepts decimal comma and percent sign. */
export const coverageProblem = (text: string): ReportProblem | undefined => {
  if (text.trim() === '') return undefined;
  const number = percentIn(text);
  return Number.isFinite(number) && number >= 0 && number <= 100 ? undefined : 'notPercent';
};

export const readCoverage = (text: string): number | undefined => (text.trim() === '' ? undefined : percentIn(text));

/** C12, sent once; checks after a lost answer. Throws refusals. */
export const setStatus = async (
  client: Client,
  report: StatusReport,
  signal: AbortSignal,
): Promise<WriteOutcome<CommitStatus>> => {
  const before = await readStatuses(client, report, { all: true, name: report.name }, signal);
  return writeOnce(
    () => client.send(setCommitStatus, statusParameters(report), { signal }),
    () => check(client, report, before),
  );
};

export const statusParameters = (report: StatusReport): ParametersOf<typeof setCommitStatus> => ({
  id: report.project,
  sha: report.sha,
  state: report.state,
  name: report.name,
  ...(report.ref ? { ref: report.ref } : {}),
  ...(report.targetUrl ? { target_url: report.targetUrl } : {}),
  ...(report.description === undefined ? {} : { description: report.description }),
  ...(report.coverage === undefined ? {} : { coverage: report.coverage }),
  ...(report.pipeline === undefined ? {} : { pipeline_id: report.pipeline }),
});

const check = async (
  client: Client,
  report: StatusReport,
  known: readonly CommitStatus[],
): Promise<LookupOutcome<CommitStatus>> => {
  const { signal } = new AbortController();
  const now = await readStatuses(client, report, { all: true, name: report.name }, signal);
  const fitting = now.filter((status) => isAsReported(status, report));
  const found = fitting.findLast((status) => {
    const before = known.find(({ id }) => id === status.id);
    return before === undefined || !isAsReported(before, report);
  });
  if (found !== undefined) return { found };
  // matched before, too
  return fitting.length > 0 ? 'unclear' : 'absent';
};

const isAsReported = (status: CommitStatus, report: StatusReport): boolean =>
  status.name === report.name &&
  status.status === report.state &&
  (!report.ref || status.ref === report.ref) &&
  (!report.targetUrl || status.target_url === report.targetUrl) &&
  (report.description === undefined || (status.description ?? '') === report.description) &&
  (report.coverage === undefined || status.coverage === report.coverage) &&
  (report.pipeline === undefined || status.pipeline_id === report.pipeline);
