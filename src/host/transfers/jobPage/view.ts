import * as vscode from '../../vscode.ts';
import type {
  FailedRelationView,
  JobActionView,
  JobCounterView,
  JobFactView,
  JobStepView,
  JobView,
} from '../../../messages/jobPage.ts';
import { hasEnded, type Job } from '../../../model/transfers/jobs/job.ts';
import { instanceName } from '../../../model/account.ts';
import { jobTitle, kindOf } from '../kinds.ts';
import { bytesText } from '../../kit/words/format.ts';
import { counterName, readableName } from './names.ts';
import { phaseIcon, phaseSentence, stateMark } from './messages.ts';

export interface JobViewContext {
  /** Undefined if the account was removed. */
  readonly account: string | undefined;
  readonly actions: readonly JobActionView[];
}

/** View of a job without its transfer and failed relations, which are separate messages. */
export const jobView = (job: Job, around: JobViewContext): JobView => ({
  id: job.id,
  title: jobTitle(job),
  icon: kindOf(job).icon,
  phase: { name: job.phase, ...phaseIcon(job), sentence: phaseSentence(job) },
  startedAtMs: job.startedAtMs,
  endedAtMs: job.endedAtMs,
  facts: factViews(job, around.account),
  error: errorView(job),
  obstacle:
    hasEnded(job) || around.account !== undefined
      ? undefined
      : vscode.l10n.t('The account of this job was removed, so it is no longer checked. Sign in again to continue.'),
  poll: around.account === undefined ? undefined : pollView(job),
  actions: around.actions,
  steps: stepViews(job),
  counters: counterViews(job),
  reportsFailures: kindOf(job).reportsFailures === true,
});

const errorView = ({ error }: Job): JobView['error'] =>
  error && {
    title:
      error.status === undefined ? vscode.l10n.t('Error') : vscode.l10n.t('Server response (status {0})', error.status),
    words: error.words,
    status: error.status,
  };

const pollView = (job: Job): JobView['poll'] => {
  const isTransfer = job.phase === 'sending' || job.phase === 'receiving';
  // no polling during a transfer
  if (hasEnded(job) || (isTransfer && job.look.failures === 0)) return undefined;
  const { lastAtMs, nextAtMs, failures, error } = job.look;
  return {
    does: isTransfer ? 'try' : 'look',
    lastAtMs,
    nextAtMs,
    failures,
    error: error && {
      title: isTransfer ? vscode.l10n.t('Last attempt failed') : vscode.l10n.t('Last check failed'),
      words: error.words,
      status: error.status,
    },
  };
};

const factViews = (job: Job, account: string | undefined): readonly JobFactView[] => {
  const { t } = vscode.l10n;
  const { subject, baseUrl, source, file } = job;
  const isImport = kindOf(job).does === 'import';
  const host = instanceName(baseUrl);
  const types = { project: t('Project'), group: t('Group'), user: t('User') };
  const there: JobFactView = { label: types[subject.type], value: t('{0} on {1}', subject.path, host), isPath: false };
  const other: readonly JobFactView[] =
    source === undefined ? [] : [{ label: isImport ? t('From') : t('To'), value: source, isPath: false }];
  const archive: readonly JobFactView[] = file
    ? [
        {
          label: t('Archive'),
          value: file.sizeBytes === undefined ? file.path : `${file.path} (${bytesText(file.sizeBytes)})`,
          isPath: true,
        },
      ]
    : [];
  const who: JobFactView = { label: t('Account'), value: account ?? t('{0} (account removed)', host), isPath: false };
  const known: readonly JobFactView[] = [
    ...(job.originUrl === undefined ? [] : [{ label: t('Repository'), value: job.originUrl, isPath: true }]),
    ...(job.correlationId === undefined
      ? []
      : [{ label: t('Correlation ID'), value: job.correlationId, isPath: true }]),
  ];
  return [...(isImport ? [...other, ...archive, there] : [there, ...other, ...archive]), who, ...known];
};

const stepViews = ({ story, endedAtMs }: Job): readonly JobStepView[] =>
  story.map(({ atMs, state, words }, index) => ({
    ...stateMark(state),
    atMs,
    untilMs: story[index + 1]?.atMs ?? endedAtMs,
    words,
  }));

const counterViews = (job: Job): readonly JobCounterView[] | undefined => {
  const { stats } = job;
  if (stats === undefined) return kindOf(job).counts ? [] : undefined;
  const keys = new Set([...Object.keys(stats.fetched), ...Object.keys(stats.imported)]);
  return [...keys].map((key) => ({
    key,
    name: counterName(key),
    fetched: countOf(stats.fetched, key),
    imported: countOf(stats.imported, key),
  }));
};

/** An own key may be named like a member of every object. */
const countOf = (counters: Readonly<Record<string, number>>, key: string): number =>
  Object.hasOwn(counters, key) ? (counters[key] ?? 0) : 0;

export const failedViews = ({ failedRelations }: Pick<Job, 'failedRelations'>): readonly FailedRelationView[] =>
  failedRelations.map((relation) => {
    const atMs = Date.parse(relation.created_at ?? '');
    return {
      id: relation.id,
      relation: readableName(relation.relation_name ?? ''),
      key: relation.relation_name ?? '',
      source: relation.source ?? '',
      message: relation.exception_message ?? '',
      exceptionClass: relation.exception_class ?? '',
      line: relation.line_number ?? undefined,
      atMs: Number.isNaN(atMs) ? undefined : atMs,
    };
  });
