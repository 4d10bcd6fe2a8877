import * as vscode from '../vscode.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { requestBytes } from '../../model/composer/draft.ts';
import { sendCommit, type Sent } from '../../model/composer/send.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import { getBranch } from '../../wire/projects.ts';
import { commitAddress, historyAddress } from '../../messages/webAddresses.ts';
import { askText } from '../kit/questions/askText.ts';
import { branchNameProblem } from '../kit/questions/branchNameProblem.ts';
import { cancellable } from '../kit/progress.ts';
import type { ComposerArea } from './area.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { explain } from '../kit/words/explain.ts';
import { bytesText, shortSha, visible } from '../kit/words/format.ts';
import type { Composition } from './composition.ts';
import { openComposed } from './contents.ts';
import { canFollow, follow } from './follow.ts';
import { lostLines, overwriteMessage } from './messages.ts';
import { copyAddress } from '../kit/copyAddress.ts';
import { call } from '../kit/areaCommands.ts';

/** Sends a commit once: checked just before, confirmed if it overwrites commits, and verified after a lost response. */
export const sendComposition = async (area: ComposerArea, composition: Composition): Promise<void> => {
  const sent = await composition.once(() => send(area, composition));
  if (sent !== undefined) await report(area, composition, sent);
};

const send = async (area: ComposerArea, composition: Composition): Promise<Sent | undefined> => {
  const { t } = vscode.l10n;
  if (composition.facts.state !== 'ready' || !(await isStillSo(area, composition))) return undefined;
  const { seen, state } = composition.facts;
  if (state !== 'ready' || seen === undefined || composition.isBlocked) return undefined;
  const draft = composition.sendable;
  const server = new URL(composition.open.account.baseUrl).host;
  composition.sending();
  try {
    const title = t('Committing on {0}: about {1}…', server, bytesText(requestBytes(draft)));
    const sent = await cancellable(title, (signal) => sendCommit(composition.open.client, draft, seen, signal));
    if (sent !== undefined) return sent;
  } catch (error) {
    composition.notSent();
    throw error;
  }
  composition.notSent();
  void vscode.window.showInformationMessage(t('Cancelled. Nothing was sent.'));
  return undefined;
};

/** Reads the branch again and confirms overwriting; false if the user must review again. */
const isStillSo = async (area: ComposerArea, composition: Composition): Promise<boolean> => {
  for (;;) {
    const changed = await branchChange(composition);
    if (changed !== undefined) {
      await composition.check();
      area.log.info(`The branch of a composed commit has ${changed}; it was checked again.`);
    }
    if (composition.isBlocked) {
      void vscode.window.showWarningMessage(blockedMessage(visible(composition.draft.branch), changed));
      return false;
    }
    const { draft, seen } = composition.facts;
    const isOverwriting = draft.force && draft.start !== undefined && seen?.branch !== undefined;
    if (!isOverwriting) return true;
    const { t } = vscode.l10n;
    const overwrite = t('Overwrite {0}', visible(draft.branch));
    const detail = lostLines(seen).join('\n');
    const answer = await vscode.window.showWarningMessage(
      overwriteMessage(draft, seen),
      { modal: true, detail },
      overwrite,
    );
    if (answer !== overwrite) return false;
    if ((await branchChange(composition)) === undefined) return true;
  }
};

type BranchChange = 'moved' | 'appeared' | 'gone';

/** Undefined if the branch is unchanged since the last check. */
const branchChange = async (composition: Composition): Promise<BranchChange | undefined> => {
  const { draft, seen } = composition.facts;
  const parameters = { id: draft.project, branch: draft.branch };
  try {
    const { commit } = await composition.open.client.send(getBranch, parameters);
    if (commit.id === seen?.branch?.commit.id) return undefined;
    return seen?.branch === undefined ? 'appeared' : 'moved';
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return seen?.branch === undefined ? undefined : 'gone';
    throw error;
  }
};

/** Reason that nothing was sent. */
const blockedMessage = (branch: string, changed: BranchChange | undefined): string => {
  const { t } = vscode.l10n;
  switch (changed) {
    case 'moved':
      return t('Nothing was sent: {0} has moved since the preview. See the message on the page.', branch);
    case 'appeared':
      return t('Nothing was sent: {0} was created since the preview. See the message on the page.', branch);
    case 'gone':
      return t('Nothing was sent: {0} was deleted since the preview. See the message on the page.', branch);
    case undefined:
      return t('The commit cannot be sent yet. See the page for what is missing.');
  }
};

const report = async (area: ComposerArea, composition: Composition, sent: Sent): Promise<void> => {
  const { t } = vscode.l10n;
  const branch = visible(composition.draft.branch);
  switch (sent.kind) {
    case 'done':
      return reportDone(area, composition, sent.value, sent.confirmed);
    case 'refused':
      area.log.error('A composed commit was refused.', sent.cause);
      composition.notSent();
      return reportRefused(area, composition, sent);
    case 'notDone': {
      area.log.error('A composed commit was not answered.', sent.cause);
      composition.notSent();
      const uncertainMessage = t('{0} has not moved: nothing has been created so far. It was not sent again.', branch);
      void vscode.window.showWarningMessage(`${uncertainMessage} ${explain(sent.cause)}`);
      return;
    }
    case 'unknown': {
      area.log.error('A composed commit was not answered and its outcome is not known.', sent.cause);
      composition.notSent();
      const uncertainMessage = t(
        'It is unknown whether {0} has the commit. Check the branch before you try again.',
        branch,
      );
      const show = t('Open Branch in Browser');
      const answer = await vscode.window.showErrorMessage(`${uncertainMessage} ${explain(sent.cause)}`, show);
      if (answer === show) await openInBrowser(historyAddress(composition.open.project.web_url, branch));
    }
  }
};

const reportRefused = async (
  area: ComposerArea,
  composition: Composition,
  { cause, changed }: Extract<Sent, { kind: 'refused' }>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const [first] = changed;
  if (first === undefined) {
    const request = t('Create Merge Request…');
    const isElsewhere = composition.draft.start !== undefined || requestErrorFacts(cause, 'insufficientScope');
    const words = `${t('Nothing was changed.')} ${explain(cause)}`;
    const answer = await vscode.window.showErrorMessage(words, ...(isElsewhere ? [] : [request]));
    if (answer === request) await sendByMergeRequest(area, composition);
    return;
  }
  await composition.check();
  const names = changed.slice(0, 5).map(visible).join(', ');
  const entry = composition.entries.find(({ action }) => [action.path, action.previousPath].includes(first));
  if (entry) await openComposed(composition, entry.action.path);
  void vscode.window.showErrorMessage(
    `${t('Nothing was changed. Someone else has changed {0} in the meantime.', names)} ${explain(cause)}`,
  );
};

/** Commits a refused change to a new branch and offers a merge request. */
const sendByMergeRequest = async (area: ComposerArea, composition: Composition): Promise<void> => {
  const { t } = vscode.l10n;
  const { open, draft } = composition;
  const target = draft.branch;
  const source = await askText({
    title: t('New Branch for {0}', visible(target)),
    prompt: t('The commit goes onto this branch, and the merge request asks to merge it into {0}.', visible(target)),
    value: `${open.account.username}-${target.replaceAll('/', '-')}-patch`,
    problem: (name) => branchNameProblem(name) ?? (name === target ? t('Enter the name of a new branch.') : undefined),
  });
  if (source === undefined) return;
  const start = { kind: 'branch', name: target } as const;
  await composition.change({ branch: source, start, startProject: undefined, force: false }, 'check');
  const sent = await composition.once(() => send(area, composition));
  if (sent === undefined) return;
  if (sent.kind !== 'done') return report(area, composition, sent);
  await finish(area, composition, sent.value, sent.confirmed);
  const { message } = sent.value;
  await call('graft.board.request', { open, source, target, of: message });
};

const reportDone = async (
  area: ComposerArea,
  composition: Composition,
  commit: CommitDetail,
  confirmed: 'answered' | 'found',
): Promise<void> => {
  const { t } = vscode.l10n;
  const { words, isFollowable } = await finish(area, composition, commit, confirmed);
  const show = t('Open Commit');
  const update = t('Update Local Branch');
  const copy = t('Copy Link');
  const buttons = isFollowable ? [show, update, copy] : [show, copy];
  const answer = await vscode.window.showInformationMessage(words, ...buttons);
  if (answer === show) area.commitPages.show({ open: composition.open, sha: commit.id });
  if (answer === update) {
    const followed = await follow(area, composition, commit.id);
    if (followed !== undefined) void vscode.window.showInformationMessage(followed);
  }
  if (answer === copy) await copyAddress(addressOfCommit(composition, commit));
};

/** Updates the page and the Commits view. */
const finish = async (
  area: ComposerArea,
  composition: Composition,
  commit: CommitDetail,
  confirmed: 'answered' | 'found',
): Promise<{ readonly words: string; readonly isFollowable: boolean }> => {
  const { t } = vscode.l10n;
  const made = t('Committed on {0} as {1}.', visible(composition.draft.branch), shortSha(commit.id));
  const how =
    confirmed === 'found'
      ? ` ${t('The connection dropped, but the commit is on the branch. It was not sent again.')}`
      : '';
  const words = made + how;
  area.log.info(words);
  const isFollowable = await canFollow(area, composition).catch((error: unknown) => {
    // the commit exists in any case
    area.log.error('The clone could not be asked for its branch.', error);
    return false;
  });
  await composition.finish({ commit, words, canFollow: isFollowable });
  void area.commits.refresh();
  return { words, isFollowable };
};

/** Web URL of the commit. */
export const addressOfCommit = ({ open }: Composition, commit: CommitDetail): string =>
  commit.web_url ?? commitAddress(open.project.web_url, commit.id);
