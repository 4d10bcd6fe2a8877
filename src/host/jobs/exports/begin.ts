import * as vscode from 'vscode';
import { failedFor, type Job, type JobChange, type JobSeed } from '../../../model/jobs/job.ts';
import type { Written } from '../../../model/writeOnce.ts';
import type { App } from '../../app.ts';
import { shownIfSlow } from '../../progress.ts';
import type { JobRow } from '../rows.ts';
import { jobTitle } from '../words.ts';

/** Says that the same is under way already; answers whether it is. */
export const isUnderWay = async (app: App, seed: Pick<JobSeed, 'kind' | 'account' | 'subject'>): Promise<boolean> => {
  const { t } = vscode.l10n;
  const job = app.jobs.alike(seed);
  if (job === undefined) return false;
  const show = t('Show Details');
  const words = t('{0} is under way already.', jobTitle(job));
  if ((await vscode.window.showInformationMessage(words, show)) === show)
    await vscode.commands.executeCommand('graft.jobs.open', { kind: 'job', id: job.id } satisfies JobRow);
  return true;
};

/**
 * Keeps a job, sends what begins it, once, and keeps what became of it. What the server refuses has begun nothing: the
 * job goes and the refusal is thrown.
 */
export const beginJob = async (
  app: App,
  seed: JobSeed,
  { write, unknown }: { readonly write: () => Promise<Written<unknown>>; readonly unknown: JobChange },
): Promise<Job | undefined> => {
  const { t } = vscode.l10n;
  const job = await app.jobs.add(seed, 'sending', 'starting');
  let written: Written<unknown>;
  try {
    written = await shownIfSlow(t('Asking the server for the export…'), write);
  } catch (error) {
    await app.jobs.remove(job.id);
    throw error;
  }
  if (written.kind === 'done') return app.jobs.change(job.id, { phase: 'running', state: { state: 'asked' } });
  app.log.error(`The answer to ${job.kind} of ${job.subject.path} was lost.`, written.cause);
  if (written.kind === 'unknown') return app.jobs.change(job.id, unknown);
  const words = t('The answer of the server was lost, and it has begun nothing. Try again.');
  return app.jobs.change(job.id, failedFor(words));
};
