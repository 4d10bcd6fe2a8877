import * as vscode from '../vscode.ts';
import { hasEnded, type Job } from '../../model/transfers/jobs/job.ts';
import type { TransfersArea } from './area.ts';
import { jobTitle } from './kinds.ts';
import { percentOf } from './messages.ts';
import { type JobRow, progressMessage } from './rows.ts';
import { call } from '../kit/areaCommands.ts';

/** Shows one notification from start to end. Cancel aborts the download, or asks first. */
export const followJob = ({ jobs, accounts, log }: TransfersArea, job: Job): void => {
  const { id } = job;
  const following = jobs.follow(id);
  const cancel = (): PromiseLike<unknown> =>
    jobs.get(id)?.phase === 'receiving'
      ? jobs.cancel(id)
      : call('graft.transfers.cancelJob', { kind: 'job', id } satisfies JobRow);
  const options = { location: vscode.ProgressLocation.Notification, title: jobTitle(job), cancellable: true };
  void vscode.window.withProgress(options, (progress, token) => {
    token.onCancellationRequested(() => {
      cancel().then(undefined, (error: unknown) => log.error('The job could not be canceled.', error));
    });
    return new Promise<void>((resolve) => {
      let percent = 0;
      const show = (): void => {
        const now = jobs.get(id);
        if (now === undefined || hasEnded(now)) {
          vscode.Disposable.from(listening, following).dispose();
          return resolve();
        }
        const transfer = jobs.transferOf(id);
        const after = transfer?.totalBytes === undefined ? percent : percentOf(transfer.doneBytes, transfer.totalBytes);
        const message = progressMessage(now, { transfer, hasAccount: accounts.get(now.account) !== undefined });
        progress.report({ message, increment: Math.max(0, after - percent) });
        percent = after;
      };
      const listening = jobs.onDidChange((changed) => {
        if (changed.id === id) show();
      });
      show();
    });
  });
};
