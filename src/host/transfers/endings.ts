import * as vscode from '../vscode.ts';
import type { Job } from '../../model/transfers/jobs/job.ts';
import { jobTitle, kindOf } from './kinds.ts';
import type { EndingAction } from './rules.ts';
import type { JobRow } from './rows.ts';

/** Notifies about an ended job, with actions; not after the user canceled. */
export const notifyEnding = async (job: Job, actions: readonly EndingAction[]): Promise<void> => {
  const { t } = vscode.l10n;
  if (job.phase === 'canceled' && job.story.at(-1)?.state === 'unwatched') return;
  const details: EndingAction = { title: t('Show Details'), command: 'graft.transfers.openJob' };
  const all = [...actions, details];
  const titles = all.map(({ title }) => title);
  const chosen = await showEnding(job, titles);
  const action = all.find(({ title }) => title === chosen);
  if (action === undefined) return;
  await vscode.commands.executeCommand(action.command, { kind: 'job', id: job.id } satisfies JobRow);
};

const showEnding = (job: Job, titles: readonly string[]): Thenable<string | undefined> => {
  const { t } = vscode.l10n;
  const title = jobTitle(job);
  if (job.phase === 'failed')
    return vscode.window.showErrorMessage(
      t('{0} failed: {1}', title, job.error?.words ?? t('no reason given')),
      ...titles,
    );
  if (job.phase === 'canceled') {
    const { words } = job.story.at(-1) ?? {};
    const showEnding = words === undefined ? t('{0} was canceled.', title) : t('{0} was canceled. {1}', title, words);
    return vscode.window.showInformationMessage(showEnding, ...titles);
  }
  const failed = job.failedRelations.length;
  if (failed > 0) {
    const words = t('{0} has finished, but {1} items could not be imported.', title, failed >= 100 ? '100+' : failed);
    return vscode.window.showWarningMessage(words, ...titles);
  }
  const end = kindOf(job).ending?.(job);
  const show = end?.isGood === false ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  return show(end?.message ?? t('{0} has finished.', title), ...titles);
};
