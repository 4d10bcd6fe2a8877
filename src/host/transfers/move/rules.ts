import { rm } from 'node:fs/promises';
import * as vscode from '../../vscode.ts';
import type { Job, JobChange } from '../../../model/transfers/jobs/job.ts';
import { statePace } from '../../../model/transfers/jobs/pace.ts';
import { type MoveDetails, partialFile, readMoveDetails } from '../../../model/transfers/move/details.ts';
import { carryMoveOn, pollMove } from '../../../model/transfers/move/move.ts';
import type { MoveChange, MoveNote, MoveDeps } from '../../../model/transfers/move/steps.ts';
import { diskMessage } from '../exports/receive.ts';
import { checkSound } from '../exports/soundArchive.ts';
import type { Jobs } from '../jobs.ts';
import type { JobKindRules, JobDeps, TransferDeps } from '../rules.ts';
import { cancelNote, noteMessage } from './messages.ts';

/** Throws if another release stored an unknown form. */
export const detailsOf = (job: Job): MoveDetails => {
  const details = readMoveDetails(job.details);
  if (details === undefined)
    throw new Error(vscode.l10n.t('The saved data of this move can’t be read. Remove it from the list.'));
  return details;
};

export const moveRules = (jobs: Jobs): JobKindRules => ({
  pace: statePace,
  async poll(job, how) {
    const details = detailsOf(job);
    return jobChange(job, await pollMove(details, depsOf(jobs, job, details, how)));
  },
  async carryOn(job, how) {
    const details = detailsOf(job);
    try {
      return jobChange(job, await carryMoveOn(details, transferring(jobs, job, details, how)));
    } catch (error) {
      const words = diskMessage(error, details.archive.file);
      if (words === undefined) throw error;
      throw new Error(words, { cause: error });
    }
  },
  async cancel(job) {
    return { phase: 'canceled', state: { state: 'canceled', words: cancelNote(job, detailsOf(job)) } };
  },
  clear: (job) => clearArchive(jobs, job),
  endingActions(job) {
    const { t } = vscode.l10n;
    // `clear` records a left archive after this job's end was set
    const details = readMoveDetails((jobs.get(job.id) ?? job).details);
    return [
      ...(details?.comparison ? [{ title: t('Show Report'), command: 'graft.transfers.showMoveReport' }] : []),
      ...(details?.archive.isLeft === true
        ? [{ title: t('Import Again…'), command: 'graft.transfers.importMoveAgain' }]
        : []),
    ];
  },
});

const depsOf = (jobs: Jobs, job: Job, { target }: MoveDetails, { client, clients, signal }: JobDeps): MoveDeps => ({
  source: client,
  target: clients.of({ id: target.account, baseUrl: target.baseUrl }),
  signal,
  now: () => Date.now(),
  async save(details) {
    // a removed job must not send anything
    if ((await jobs.change(job.id, { details })) === undefined)
      throw new Error(vscode.l10n.t('The move is no longer on the list.'));
  },
});

const transferring = (jobs: Jobs, job: Job, details: MoveDetails, how: TransferDeps) => ({
  ...depsOf(jobs, job, details, how),
  capabilities: how.clients.capabilitiesOf({ id: details.target.account, baseUrl: details.target.baseUrl }),
  progress: how.progress,
  checkArchive: (file: string) => checkSound(file, how.signal),
  async report(note: MoveNote) {
    await jobs.change(job.id, { state: noteMessage(job, details, note) });
  },
});

const jobChange = (job: Job, { phase, details, note, failedRelations, pollInMs }: MoveChange): JobChange => {
  const state = noteMessage(job, details, note);
  const { archive, target } = details;
  return {
    phase,
    details,
    state,
    ...(failedRelations === undefined ? {} : { failedRelations }),
    ...(pollInMs === undefined ? {} : { pollInMs }),
    ...(phase === 'failed' ? { error: { words: state.words } } : {}),
    // temporary archives aren't shown
    ...(archive.keep && archive.sizeBytes !== undefined
      ? { file: { path: archive.file, sizeBytes: archive.sizeBytes } }
      : {}),
    ...(target.id === undefined ? {} : { subject: { ...job.subject, webUrl: webUrlOf(details) } }),
  };
};

const webUrlOf = ({ target }: MoveDetails): string => `${target.baseUrl}/${target.namespace}/${target.path}`;

/** Deletes the archive, unless the user wants it or it can be sent again; then it is deleted with the job. */
const clearArchive = async (jobs: Jobs, job: Job): Promise<void> => {
  const details = readMoveDetails(job.details);
  if (details === undefined) return;
  const { archive, step } = details;
  await rm(partialFile(details), { force: true });
  if (archive.keep) return;
  const mayBeSentAgain = archive.sizeBytes !== undefined && (step === 'toImport' || step === 'importing');
  if (job.phase === 'failed' && mayBeSentAgain && archive.isLeft !== true) {
    await jobs.change(job.id, { details: { ...details, archive: { ...archive, isLeft: true } } });
    return;
  }
  await rm(archive.file, { force: true });
};
