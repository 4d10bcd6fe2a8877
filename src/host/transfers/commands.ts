import * as vscode from '../vscode.ts';
import { hasEnded, type Job } from '../../model/transfers/jobs/job.ts';
import type { TransfersArea } from './area.ts';
import type { CommandTable } from '../kit/commands.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { transferActions } from './actions.ts';
import { chooseJob } from './chooseJob.ts';
import { isInBrowser, jobTitle } from './kinds.ts';

const isOpen = (job: Job): boolean => !hasEnded(job);

const start = async (): Promise<void> => {
  const picked = await vscode.window.showQuickPick(
    transferActions().map(({ label, detail, icon, command }) => ({ label: `$(${icon}) ${label}`, detail, command })),
    { title: vscode.l10n.t('Export or Import'), placeHolder: vscode.l10n.t('Choose an action'), matchOnDetail: true },
  );
  if (picked !== undefined) await vscode.commands.executeCommand(picked.command);
};

const checkNow = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const none = t('No export or import is running.');
  const job = await chooseJob(area, argument, { title: t('Check Now'), fits: isOpen, none });
  if (job === undefined) return;
  await area.jobs.checkNow(job.id);
  const after = area.jobs.get(job.id);
  const leftMs = (after?.look.nextAtMs ?? 0) - Date.now();
  // explain a delay by the rate limit, except during a transfer
  if (after?.worker === undefined && after?.look.lastAtMs === job.look.lastAtMs && leftMs > 3_000)
    void vscode.window.showInformationMessage(
      t('The server limits requests. The next check is in {0} seconds.', Math.ceil(leftMs / 1000)),
    );
};

const cancel = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const none = t('No export or import is running.');
  const job = await chooseJob(area, argument, { title: t('Cancel'), fits: isOpen, none });
  if (job === undefined) return;
  if (hasEnded(job)) return void vscode.window.showInformationMessage(t('{0} has already finished.', jobTitle(job)));
  const yes = area.jobs.canCancelOnServer(job) ? t('Cancel Job') : t('Stop');
  const isWatched = job.phase === 'running' || job.phase === 'unclear';
  const onlyWatching = isWatched && !area.jobs.canCancelOnServer(job);
  const answer = await vscode.window.showWarningMessage(
    onlyWatching ? t('Stop watching {0}?', jobTitle(job)) : t('Cancel {0}?', jobTitle(job)),
    { modal: true, detail: area.jobs.cancelMessage(job) },
    yes,
  );
  if (answer === yes) await area.jobs.cancel(job.id);
};

const remove = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const job = await chooseJob(area, argument, { title: t('Remove from List') });
  if (job === undefined) return;
  if (isOpen(job)) {
    const yes = t('Remove');
    const detail = t(
      'Graft stops watching it and won’t notify you when it finishes. {0}',
      area.jobs.cancelMessage(job),
    );
    const answer = await vscode.window.showWarningMessage(
      t('{0} is still running. Remove it from the list?', jobTitle(job)),
      { modal: true, detail },
      yes,
    );
    if (answer !== yes) return;
  }
  await area.jobs.remove(job.id);
};

const removeEnded = async (area: TransfersArea): Promise<void> => {
  for (const job of area.jobs.list().filter(hasEnded)) await area.jobs.remove(job.id);
};

const openJobInBrowser = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const hasAddress = (job: Job): boolean => job.subject.webUrl !== undefined;
  const none = t('No export or import has a page on the server.');
  const job = await chooseJob(area, argument, { title: t('Open in Browser'), fits: hasAddress, none });
  const address = job?.subject.webUrl;
  if (address !== undefined && /^https?:/.test(address)) await vscode.env.openExternal(vscode.Uri.parse(address, true));
};

const downloadInBrowser = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const none = t('No export has an archive to download in a browser.');
  const job = await chooseJob(area, argument, { title: t('Download in Browser'), fits: isInBrowser, none });
  if (job?.archiveUrl !== undefined) await openInBrowser(job.archiveUrl);
};

const revealFile = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const hasFile = (job: Job): boolean => job.phase === 'succeeded' && job.file !== undefined;
  const none = t('No archive saved yet.');
  const job = await chooseJob(area, argument, { title: t('Reveal File'), fits: hasFile, none });
  if (job?.file === undefined) return;
  const uri = vscode.Uri.file(job.file.path);
  try {
    await vscode.workspace.fs.stat(uri);
  } catch (error) {
    throw new Error(t('{0} no longer exists.', job.file.path), { cause: error });
  }
  await vscode.commands.executeCommand('revealFileInOS', uri);
};

export const jobCommands: CommandTable<TransfersArea> = {
  'graft.transfers.start': start,
  'graft.transfers.checkJob': checkNow,
  'graft.transfers.cancelJob': cancel,
  'graft.transfers.removeJob': remove,
  'graft.transfers.removeEndedJobs': removeEnded,
  'graft.transfers.openJobInBrowser': openJobInBrowser,
  'graft.transfers.downloadInBrowser': downloadInBrowser,
  'graft.transfers.revealFile': revealFile,
};
