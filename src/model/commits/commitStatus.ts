import type { Client } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { type CommitStatus, listCommitStatuses } from '../../wire/commits.ts';
import { setCommitStatus } from '../../wire/commitStatuses.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { type Found, writeOnce, type Written } from '../writeOnce.ts';

/** A state one can set; `skipped` since 17.x. */
export type SettableState = ParametersOf<typeof setCommitStatus>['state'];

/** The states one can set, in the order they come about. */
export const settableStates: readonly SettableState[] = [
  'pending',
  'running',
  'success',
  'failed',
  'canceled',
  'skipped',
];

/** Which statuses of a commit to list. */
export interface StatusFilter {
  readonly ref?: string | undefined;
  readonly stage?: string | undefined;
  readonly name?: string | undefined;
  /** With those that were run again since. */
  readonly all: boolean;
}

/** What is to be reported on a commit. What is left out stays as it is. */
export interface StatusReport {
  readonly project: number;
  /** Full hash. */
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

/** The statuses of a commit (C11), all pages. */
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

/** The status a report changes: that of its name, ref and pipeline; undefined when it makes a new one. */
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

/** What is wrong with a text or number of a report; undefined when nothing is. */
export type ReportProblem = 'notHttp' | 'tooLong' | 'notPercent' | 'empty';

const longest = 255;

/** Checks an address: http or https, of at most 255 characters. */
export const targetUrlProblem = (text: string): ReportProblem | undefined => {
  if (text === '') return undefined;
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) return 'notHttp';
  return text.length > longest ? 'tooLong' : undefined;
};

/** Checks a description or a ref: at most 255 characters. */
export const lengthProblem = (text: string): ReportProblem | undefined =>
  text.length > longest ? 'tooLong' : undefined;

const percentIn = (text: string): number => Number(text.replace(',', '.').trim().replace(/%$/, ''));

/** Checks a coverage as it is typed: a number from 0 to 100. */
export const coverageProblem = (text: string): ReportProblem | undefined => {
  if (text.trim() === '') return undefined;
  const number = percentIn(text);
  return Number.isFinite(number) && number >= 0 && number <= 100 ? undefined : 'notPercent';
};

/** A coverage as it is typed; undefined for nothing. */
export const readCoverage = (text: string): number | undefined => (text.trim() === '' ? undefined : percentIn(text));

/**
 * Sets a status (C12), once. The statuses of its name are read just before; after a lost answer they are read again, and
 * one that is as reported and was not before is taken for ours. Throws what the server refused.
 */
export const setStatus = async (
  client: Client,
  report: StatusReport,
  signal: AbortSignal,
): Promise<Written<CommitStatus>> => {
  const before = await readStatuses(client, report, { all: true, name: report.name }, signal);
  return writeOnce(
    () => client.send(setCommitStatus, statusParameters(report), { signal }),
    () => look(client, report, before),
  );
};

/** What setting a status sends: only what was given. */
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

const look = async (
  client: Client,
  report: StatusReport,
  known: readonly CommitStatus[],
): Promise<Found<CommitStatus>> => {
  const { signal } = new AbortController();
  const now = await readStatuses(client, report, { all: true, name: report.name }, signal);
  const fitting = now.filter((status) => isAsReported(status, report));
  const found = fitting.findLast((status) => {
    const before = known.find(({ id }) => id === status.id);
    return before === undefined || !isAsReported(before, report);
  });
  if (found !== undefined) return { found };
  // it was like that before: nobody can tell whether it has been said twice
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
