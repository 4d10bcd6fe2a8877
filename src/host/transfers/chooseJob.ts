import * as vscode from '../vscode.ts';
import { instanceName } from '../../model/account.ts';
import type { Job } from '../../model/transfers/jobs/job.ts';
import type { TransfersArea } from './area.ts';
import { age } from '../kit/words/format.ts';
import type { JobRow } from './rows.ts';
import { jobTitle } from './kinds.ts';
import { phaseWord } from './messages.ts';

const isJobRow = (argument: unknown): argument is JobRow =>
  typeof argument === 'object' &&
  argument !== null &&
  (argument as { kind?: unknown }).kind === 'job' &&
  typeof (argument as { id?: unknown }).id === 'string';

/**
 * The job of a row, or one the user picks. Undefined if picking was cancelled; also, with a message, if it was removed
 * or none fits.
 */
export const chooseJob = async (
  area: TransfersArea,
  argument: unknown,
  choice: { readonly title: string; readonly fits?: (job: Job) => boolean; readonly none?: string },
): Promise<Job | undefined> => {
  const { t } = vscode.l10n;
  if (isJobRow(argument)) {
    const job = area.jobs.get(argument.id);
    if (job === undefined) void vscode.window.showInformationMessage(t('This job is no longer on the list.'));
    return job;
  }
  const jobs = area.jobs.list().filter(choice.fits ?? (() => true));
  if (jobs.length === 0) {
    void vscode.window.showInformationMessage(choice.none ?? t('No exports or imports yet.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    jobs.map((job) => ({
      label: jobTitle(job),
      description: `${phaseWord(job.phase)} · ${age(job.endedAtMs ?? job.startedAtMs)}`,
      detail: instanceName(job.baseUrl),
      job,
    })),
    { title: choice.title, placeHolder: t('Choose an export or import'), matchOnDetail: true },
  );
  return picked?.job;
};
