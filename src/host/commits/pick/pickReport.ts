import * as vscode from '../../vscode.ts';
import type { Applied, CommitPick, PickRefusal } from '../../../model/pick/pick.ts';
import { historyAddress } from '../../../messages/webAddresses.ts';
import type { CommitsArea } from '../area.ts';
import { explain } from '../../kit/words/explain.ts';
import { shortSha } from '../../kit/words/format.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import { mayGoElsewhere, pickRefusalMessage } from '../../kit/words/pickMessages.ts';
import { call } from '../../kit/areaCommands.ts';

/** Reports the outcome of a pick, with the next steps. `message`: the pick's custom message. */
export const reportApplied = async (
  area: CommitsArea,
  open: OpenProject,
  pick: CommitPick,
  applied: Exclude<Applied, { kind: 'moved' }>,
  message?: string,
): Promise<void> => {
  const { t } = vscode.l10n;
  if (applied.kind === 'applied') {
    await reportCommit(area, open, pick, applied);
    return;
  }
  if (applied.kind === 'notApplied') {
    area.log.error('A pick was not answered.', applied.cause);
    const uncertainMessage = t(
      '{0} has not moved: nothing has been created so far. It was not sent again.',
      pick.branch,
    );
    void vscode.window.showWarningMessage(`${uncertainMessage} ${explain(applied.cause)}`);
    return;
  }
  if (applied.kind === 'unknown') {
    area.log.error('A pick was not answered and its outcome is not known.', applied.cause);
    const uncertainMessage = t(
      'It is unknown whether {0} has the change. Check the branch before you try again.',
      pick.branch,
    );
    const show = t('Open Branch in Browser');
    const answer = await vscode.window.showErrorMessage(`${uncertainMessage} ${explain(applied.cause)}`, show);
    if (answer === show) await openInBrowser(historyAddress(open.project.web_url, pick.branch));
    return;
  }
  const { label, detail } = pickRefusalMessage(applied, pick);
  const words = [t('Nothing was changed. {0}.', label), detail].filter(Boolean).join(' ');
  await offerNextStep({ area, open, pick, message }, applied, words);
};

/** Shows the refusal; offers a merge request or another dry run. */
export const offerNextStep = async (
  {
    area,
    open,
    pick,
    message,
  }: {
    readonly area: CommitsArea;
    readonly open: OpenProject;
    readonly pick: CommitPick;
    readonly message: string | undefined;
  },
  refusal: PickRefusal,
  words: string,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { action, sha, branch } = pick;
  const mergeRequest = t('Create Merge Request…');
  const next = t('Check Again…');
  const buttons = mayGoElsewhere(refusal) ? [mergeRequest, next] : [next];
  const answer = await vscode.window.showErrorMessage(words, ...buttons);
  if (answer === next) await call(`graft.commits.${action}`, { open, sha, branch });
  if (answer !== mergeRequest) return;
  const commit = await area.read({ open, sha });
  await call('graft.board.request', { open, action, commit, branch, message });
};

const reportCommit = async (
  area: CommitsArea,
  open: OpenProject,
  pick: CommitPick,
  { commit, confirmed }: Extract<Applied, { kind: 'applied' }>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const done =
    pick.action === 'cherryPick'
      ? t('Cherry-picked onto {0} as {1}.', pick.branch, shortSha(commit.id))
      : t('Reverted on {0} as {1}.', pick.branch, shortSha(commit.id));
  const how =
    confirmed === 'found'
      ? ` ${t('The connection dropped, but the commit is on the branch. It was not sent again.')}`
      : '';
  area.log.info(done + how);
  void area.commits.refresh();
  const show = t('Open Commit');
  const undo = t('Undo…');
  const copy = t('Copy SHA');
  const answer = await vscode.window.showInformationMessage(done + how, show, undo, copy);
  if (answer === show) area.commitPages.show({ open, sha: commit.id });
  // opens the revert's dry run
  if (answer === undo) await call('graft.commits.revert', { open, sha: commit.id, branch: pick.branch, isUndo: true });
  if (answer === copy) await vscode.env.clipboard.writeText(commit.id);
};
