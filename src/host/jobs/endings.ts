import * as vscode from 'vscode';
import type { Job } from '../../model/jobs/job.ts';
import { endWords } from '../move/words.ts';
import type { EndingAction } from './rules.ts';
import type { JobRow } from './rows.ts';
import { jobTitle } from './words.ts';

/** Says how a job ended, with what can be done now. One the user has canceled needs no message. */
export const tellEnding = async (job: Job, actions: readonly EndingAction[]): Promise<void> => {
  const { t } = vscode.l10n;
  if (job.phase === 'canceled' && job.story.at(-1)?.state === 'unwatched') return;
  const details: EndingAction = { title: t('Show Details'), command: 'graft.jobs.open' };
  const all = [...actions, details];
  const titles = all.map(({ title }) => title);
  const chosen = await said(job, titles);
  const action = all.find(({ title }) => title === chosen);
  if (action === undefined) return;
  await vscode.commands.executeCommand(action.command, { kind: 'job', id: job.id } satisfies JobRow);
};

const said = (job: Job, titles: readonly string[]): Thenable<string | undefined> => {
  const { t } = vscode.l10n;
  const title = jobTitle(job);
  if (job.phase === 'failed')
    return vscode.window.showErrorMessage(
      t('{0} failed: {1}', title, job.error?.words ?? t('no reason given')),
      ...titles,
    );
  if (job.phase === 'canceled') {
    const { words } = job.story.at(-1) ?? {};
    const said = words === undefined ? t('{0} was canceled.', title) : t('{0} was canceled. {1}', title, words);
    return vscode.window.showInformationMessage(said, ...titles);
  }
  const failed = job.failedRelations.length;
  if (failed > 0) {
    const words = t('{0} has finished, but {1} parts could not be imported.', title, failed >= 100 ? '100+' : failed);
    return vscode.window.showWarningMessage(words, ...titles);
  }
  const end = endWords(job);
  if (end !== undefined) {
    const show = end.isGood ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    return show(t('{0} has finished. {1}', title, end.words), ...titles);
  }
  // servers take an import of gists and say nothing more of it
  const words = job.kind === 'githubGists' ? job.story.at(-1)?.words : undefined;
  return vscode.window.showInformationMessage(words ?? t('{0} has finished.', title), ...titles);
};
