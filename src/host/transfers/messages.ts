import * as vscode from '../vscode.ts';
import type { Job, JobPhase } from '../../model/transfers/jobs/job.ts';
import type { TransferState } from '../../model/transfers/jobs/transferRate.ts';
import { bytesText, visible } from '../kit/words/format.ts';

export const phaseWord = (phase: JobPhase): string => {
  const { t } = vscode.l10n;
  switch (phase) {
    case 'sending':
      return t('uploading');
    case 'running':
      return t('running');
    case 'receiving':
      return t('downloading');
    case 'unclear':
      return t('unclear');
    case 'succeeded':
      return t('finished');
    case 'failed':
      return t('failed');
    case 'canceled':
      return t('canceled');
  }
};

/** Translates known states; others are shown as they are. */
export const stateWord = (state: string): string => {
  const { t } = vscode.l10n;
  const known: Readonly<Record<string, string>> = {
    created: t('started'),
    starting: t('requesting'),
    asked: t('requested'),
    notReady: t('archive not ready yet'),
    uploaded: t('uploaded by the server'),
    none: t('not started'),
    scheduled: t('scheduled'),
    queued: t('queued'),
    started: t('running'),
    regeneration_in_progress: t('running'),
    finished: t('finished'),
    failed: t('failed'),
    canceled: t('canceled'),
    interrupted: t('interrupted'),
    unwatched: t('no longer watched'),
    receiving: t('downloading'),
    resumed: t('download resumed'),
    checking: t('verifying the archive'),
    saved: t('saved'),
    sending: t('uploading'),
    sent: t('uploaded'),
    looked: t('checked'),
    unclear: t('unclear'),
    waiting: t('waiting'),
    compared: t('compared'),
    answerLost: t('connection dropped'),
    elsewhere: t('created under another path'),
    accepted: t('accepted by the server'),
  };
  return (Object.hasOwn(known, state) ? known[state] : undefined) ?? visible(state);
};

/** Such as `40 s`, `3 min`, `2 h`. */
export const spanText = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return vscode.l10n.t('{0} s', seconds);
  if (seconds < 90 * 60) return vscode.l10n.t('{0} min', Math.round(seconds / 60));
  return vscode.l10n.t('{0} h', Math.round(seconds / 360) / 10);
};

/** Such as `1.2 of 3 MB (40%), 2 MB/s, 3 s left`. */
export const transferMessage = ({ doneBytes, totalBytes, bytesPerSecond, msLeft }: TransferState): string => {
  const { t } = vscode.l10n;
  const done =
    totalBytes === undefined
      ? bytesText(doneBytes)
      : t('{0} of {1} ({2}%)', bytesText(doneBytes), bytesText(totalBytes), percentOf(doneBytes, totalBytes));
  return [
    done,
    ...(bytesPerSecond === undefined ? [] : [t('{0}/s', bytesText(bytesPerSecond))]),
    ...(msLeft === undefined || doneBytes === totalBytes ? [] : [t('{0} left', spanText(msLeft))]),
  ].join(', ');
};

/** Whole percent; 100 only when complete. */
export const percentOf = (done: number, total: number): number =>
  total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));

/** Title of the notification during a transfer. */
export const transferTitle = (job: Job): string => {
  const { t } = vscode.l10n;
  const path = visible(job.subject.path);
  return job.phase === 'sending' ? t('Uploading {0}', path) : t('Downloading {0}', path);
};

/** For an unconfirmed import that never appeared. */
export const neverStarted = (): string =>
  vscode.l10n.t('Nothing was created. The connection dropped; as far as we can tell, the import never started.');
