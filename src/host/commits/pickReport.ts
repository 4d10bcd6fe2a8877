import * as vscode from 'vscode';
import type { Applied, Pick } from '../../model/pick.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import { shortSha } from '../format.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { openInBrowser } from './openCommit.ts';
import { refusalWords } from './pickWords.ts';

/** Says what became of a pick, with a way to the new commit. */
export const reportApplied = async (
  app: App,
  open: OpenProject,
  pick: Pick,
  applied: Exclude<Applied, { kind: 'moved' }>,
): Promise<void> => {
  const { t } = vscode.l10n;
  if (applied.kind === 'applied') {
    await reportCommit(app, open, pick, applied);
    return;
  }
  if (applied.kind === 'notApplied') {
    app.log.error('A pick was not answered.', applied.cause);
    const look = t('{0} is where it was: nothing has been created so far. It was not sent again.', pick.branch);
    void vscode.window.showWarningMessage(`${explain(applied.cause)} ${look}`);
    return;
  }
  if (applied.kind === 'unknown') {
    app.log.error('A pick was not answered and its outcome is not known.', applied.cause);
    const look = t('Whether {0} has the change is not known. Look at the branch before you try again.', pick.branch);
    const show = t('Open Branch in Browser');
    const answer = await vscode.window.showErrorMessage(`${explain(applied.cause)} ${look}`, show);
    if (answer === show) {
      const branch = pick.branch.split('/').map(encodeURIComponent).join('/');
      await openInBrowser(`${open.project.web_url}/-/commits/${branch}`);
    }
    return;
  }
  const { label, detail } = refusalWords(applied, pick);
  void vscode.window.showErrorMessage([t('Nothing was changed. {0}.', label), detail].filter(Boolean).join(' '));
};

const reportCommit = async (
  app: App,
  open: OpenProject,
  pick: Pick,
  { commit, confirmed }: Extract<Applied, { kind: 'applied' }>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const done =
    pick.action === 'cherryPick'
      ? t('Cherry-picked onto {0} as {1}.', pick.branch, shortSha(commit.id))
      : t('Reverted on {0} as {1}.', pick.branch, shortSha(commit.id));
  const how =
    confirmed === 'found'
      ? ` ${t('The server’s answer was lost, but the commit is on the branch. It was not sent again.')}`
      : '';
  app.log.info(done + how);
  void app.commits.refresh();
  const show = t('Open Commit');
  const browse = t('Open in Browser');
  const copy = t('Copy SHA');
  const answer = await vscode.window.showInformationMessage(done + how, show, browse, copy);
  if (answer === show) app.commitPages.show({ open, sha: commit.id });
  if (answer === browse) await openInBrowser(commit.web_url ?? `${open.project.web_url}/-/commit/${commit.id}`);
  if (answer === copy) await vscode.env.clipboard.writeText(commit.id);
};
