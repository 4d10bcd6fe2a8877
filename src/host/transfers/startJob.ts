import * as vscode from '../vscode.ts';
import { isCancelled, requestErrorFacts } from '../../client/errors.ts';
import type { UploadOptions } from '../../model/transfers/imports/sending.ts';
import type { Account } from '../../model/account.ts';
import type { Job, JobChange, JobKind, JobSeed } from '../../model/transfers/jobs/job.ts';
import type { WriteOutcome } from '../../model/writeOnce.ts';
import { explain } from '../kit/words/explain.ts';
import { lostWriteMessage } from '../kit/words/lostWrites.ts';
import { shownIfSlow } from '../kit/progress.ts';
import type { Sent } from '../kit/questions/summary.ts';
import type { TransfersArea } from './area.ts';
import type { Refusal } from './jobs.ts';
import { followJob } from './followJob.ts';
import { jobTitle, kindOf } from './kinds.ts';
import type { JobRow } from './rows.ts';
import { call } from '../kit/areaCommands.ts';

export interface JobStart<T> {
  readonly seed: JobSeed;
  /** Shows a transfer. */
  readonly isUpload?: boolean;
  /** Called once. */
  readonly send: (options: UploadOptions) => Promise<WriteOutcome<T>>;
  /** Change of the job by the response. A message in its state is shown as a warning. */
  readonly started: (value: T) => JobChange;
  /** Message for a refusal; `explain` by default. */
  readonly refused?: (error: unknown) => string;
  /** Change of the job after a lost response. */
  readonly unclear?: JobChange;
  /** The result may appear late, so not finding it proves nothing. */
  readonly appearsLate?: boolean;
}

/**
 * Stores a job, sends its request once and stores the outcome. A refused job stays on the list as failed, until the
 * user goes back to the answers.
 */
export const startJob = async <T>(area: TransfersArea, start: JobStart<T>): Promise<Sent> => {
  const { t } = vscode.l10n;
  const change = t('Change…');
  const running = area.jobs.findDuplicate(start.seed);
  if (running !== undefined) return (await reportRunning(running, change)) === change ? 'change' : 'left';
  const job = await area.jobs.add(start.seed, 'sending', start.isUpload === true ? 'sending' : 'starting');
  if (isExport(job)) followJob(area, job);
  const outcome = await sent(area, job, start);
  if ('refusal' in outcome) {
    await area.jobs.refuse(job.id, outcome);
    const words = t('{0} failed: {1}', jobTitle(job), outcome.refusal);
    const answer = await offeringDetails(job, (details) => vscode.window.showErrorMessage(words, change, details));
    if (answer !== change) return 'left';
    await area.jobs.remove(job.id);
    return 'change';
  }
  const after = await area.jobs.change(job.id, outcome);
  if (after === undefined || after.phase === 'canceled') return 'left';
  reportStarted(area, after);
  return after.phase === 'unclear' ? 'unclear' : 'done';
};

export const seedOf = <Subject extends Job['subject']>(
  kind: JobKind,
  { id, baseUrl }: Account,
  subject: Subject,
): Pick<JobSeed, 'kind' | 'account' | 'baseUrl'> & { readonly subject: Subject } => ({
  kind,
  account: id,
  baseUrl,
  subject,
});

/** For a job without a request of its own. */
export const addJob = async (
  area: TransfersArea,
  seed: JobSeed,
  phase: 'running' | 'receiving',
  state: string,
): Promise<void> => {
  const job = await area.jobs.add(seed, phase, state);
  if (isExport(job)) followJob(area, job);
  reportStarted(area, job);
};

/** An export has one notification from start to end. */
const isExport = (job: Job): boolean => kindOf(job).does === 'export';

/** Also shows a warning. */
export const isUnderWay = async (
  area: TransfersArea,
  seed: Pick<JobSeed, 'kind' | 'account' | 'subject'>,
): Promise<boolean> => {
  const job = area.jobs.findDuplicate(seed);
  if (job !== undefined) await reportRunning(job);
  return job !== undefined;
};

/** Says that a job is under way already; answers the button that was pressed. */
export const reportRunning = (job: Job, ...buttons: readonly string[]): Promise<string | undefined> => {
  const words = vscode.l10n.t('{0} is already running. Nothing was sent.', jobTitle(job));
  return offeringDetails(job, (details) => vscode.window.showWarningMessage(words, ...buttons, details));
};

/** Don't await: an open message would keep the wizard's answers in memory. */
const reportStarted = (area: TransfersArea, job: Job): void => {
  // the end has a message of its own
  if (job.endedAtMs !== undefined) return;
  const { t } = vscode.l10n;
  const { words } = job.story.at(-1) ?? {};
  const uncertain = words === undefined ? [] : [words];
  if (isExport(job) && uncertain.length === 0) return;
  const show = (details: string): Thenable<string | undefined> => {
    if (job.phase === 'unclear') {
      const unsure = t('We can’t tell yet whether {0} has started.', jobTitle(job));
      return vscode.window.showWarningMessage([unsure, ...uncertain].join(' '), details);
    }
    const started = [t('{0} has started.', jobTitle(job)), ...uncertain].join(' ');
    return uncertain.length > 0
      ? vscode.window.showWarningMessage(started, details)
      : vscode.window.showInformationMessage(started, details);
  };
  offeringDetails(job, show).catch((error: unknown) => area.log.error('The job page could not be opened.', error));
};

/** Adds Show Details to a message; returns the chosen button. */
const offeringDetails = async (
  { id }: Job,
  show: (details: string) => Thenable<string | undefined>,
): Promise<string | undefined> => {
  const details = vscode.l10n.t('Show Details');
  const answer = await show(details);
  if (answer === details) await call('graft.transfers.openJob', { kind: 'job', id } satisfies JobRow);
  return answer;
};

const sent = async <T>(area: TransfersArea, job: Job, start: JobStart<T>): Promise<JobChange | Refusal> => {
  const { isUpload = false, send, refused = explain } = start;
  const whole = (): void => {
    const details = { ...(area.jobs.get(job.id)?.details as object), isSent: true };
    void area.jobs.change(job.id, { details, ...(isUpload ? { state: { state: 'sent' } } : {}) });
  };
  let wasCancelled = false;
  const upload = (): Promise<WriteOutcome<T>> =>
    area.jobs.transfer(job.id, async (signal, progress) => {
      signal.addEventListener('abort', () => (wasCancelled = true), { once: true });
      return send({ signal, progress, whole });
    });
  try {
    const title = vscode.l10n.t('Starting {0}…', jobTitle(job));
    const written = isUpload
      ? await upload()
      : await (isExport(job) ? send({ whole }) : shownIfSlow(title, () => send({ whole })));
    if (written.kind !== 'done') area.log.error(`The connection dropped during ${job.kind}.`, written.cause);
    return afterSending(written, wasCancelled, start);
  } catch (error) {
    area.log.error(`${job.kind} of ${job.subject.path} was not started.`, error);
    if (isCancelled(error)) return canceled();
    const facts = requestErrorFacts(error);
    // an unreadable file isn't a dropped connection
    const isCutOff = isUpload && facts?.outcome === 'notSent' && facts.failure !== 'invalidParameters';
    return {
      refusal: isCutOff ? cutOffMessage(error) : refused(error),
      status: facts?.status,
      requestId: facts?.requestId,
    };
  }
};

const afterSending = <T>(
  written: WriteOutcome<T>,
  wasCancelled: boolean,
  { isUpload, started, unclear, appearsLate }: JobStart<T>,
): JobChange | Refusal => {
  const { t } = vscode.l10n;
  if (written.kind === 'done') {
    const change: JobChange = { phase: 'running', ...started(written.value) };
    if (written.confirmed === 'answered') return change;
    const words = wasCancelled
      ? t('Canceled too late: the upload was complete, and the server is importing it.')
      : t('The connection dropped; confirmed on the server that it is running.');
    return { ...change, state: { state: change.state?.state ?? 'started', words } };
  }
  if (written.kind === 'notDone' && appearsLate !== true) {
    if (wasCancelled) return canceled();
    const refusal = isUpload ? cutOffMessage(written.cause) : lostWriteMessage('job', written);
    return { refusal };
  }
  const words = lostWriteMessage('job', { kind: 'unknown', cause: written.cause });
  return { phase: 'unclear', state: { state: 'answerLost', words }, ...unclear };
};

const canceled = (): JobChange => ({
  phase: 'canceled',
  state: { state: 'canceled', words: vscode.l10n.t('Nothing was created.') },
});

const cutOffMessage = (error: unknown): string =>
  vscode.l10n.t(
    'Nothing was created. Some servers close the connection when an archive exceeds their size limit. {0}',
    explain(error),
  );
