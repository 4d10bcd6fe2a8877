import * as vscode from '../vscode.ts';
import type { ActionName } from '../../messages/mergeRequestPage.ts';
import { rebase } from '../../model/mergeRequests/rebasing.ts';
import { cancelMerge, changeMergeRequest, revokeApproval } from '../../model/mergeRequests/writing.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { visible } from '../kit/words/format.ts';
import { cancellable } from '../kit/progress.ts';
import { requireWriting, sendSteps, step } from '../kit/questions/sendSteps.ts';
import type { ActedOn } from './actedOn.ts';
import { switchDraft } from './details.ts';
import { mergeShown } from './mergeFlow.ts';
import { call } from '../kit/areaCommands.ts';

/** Runs an action of the page. */
export const act = async (on: ActedOn, action: ActionName): Promise<void> => {
  if (!['checkOut', 'mergeTarget', 'fetchCommits'].includes(action)) requireWriting(on.subject.open.account);
  await actions[action](on);
};

const setState =
  (event: 'close' | 'reopen') =>
  async ({ area, place, mergeRequest, reload }: ActedOn): Promise<void> => {
    const { t } = vscode.l10n;
    const reference = `!${mergeRequest.iid}`;
    if (event === 'close') {
      const yes = t('Close Merge Request');
      const question = t('Close {0} “{1}” without merging it?', reference, visible(mergeRequest.title));
      const detail = t('You can reopen it later.');
      if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
    }
    const isDone = ({ state }: MergeRequestDetail): boolean => state === (event === 'close' ? 'closed' : 'opened');
    const write = step(
      () => changeMergeRequest(place, { state_event: event }, isDone),
      (after) => ({
        words: after.state === 'closed' ? t('It is closed now.') : t('It is open now.'),
        isAsAsked: isDone(after),
      }),
    );
    await sendSteps(area, reference, [write], reload);
  };

const approve = async ({ area, subject, place, mergeRequest, reload }: ActedOn): Promise<void> => {
  const { t } = vscode.l10n;
  const store = area.reviews.stores.of(place);
  await store.start();
  if (store.drafts.length > 0) {
    const [review, alone] = [t('Open Review'), t('Approve Only')];
    const question = t('Approve !{0} without publishing your drafts?', mergeRequest.iid);
    const detail = t('The review publishes your drafts and the approval together.');
    const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, review, alone);
    if (answer === review) area.mergeRequestPages.showReview(subject);
    if (answer !== alone) return;
  }
  await area.approve(subject, mergeRequest.sha ?? mergeRequest.diff_refs?.head_sha ?? undefined);
  await reload();
};

/** Sends one change, and shows `words` once it is made. */
const change =
  (send: typeof cancelMerge | typeof revokeApproval, words: () => string) =>
  async ({ area, place, mergeRequest, reload }: ActedOn): Promise<void> => {
    const write = step(
      () => send(place),
      () => ({ words: words(), isAsAsked: true }),
    );
    await sendSteps(area, `!${mergeRequest.iid}`, [write], reload);
  };

/** Follows the rebase to its end; Cancel only ends that. */
const rebaseOnce = async ({ area, place, mergeRequest, reload }: ActedOn): Promise<void> => {
  const { t } = vscode.l10n;
  const words = t('It is rebased onto {0}.', mergeRequest.target_branch);
  await cancellable(t('Rebasing {0}…', `!${mergeRequest.iid}`), (signal) => {
    const write = step(
      () => rebase(place, mergeRequest, signal),
      () => ({ words, isAsAsked: true }),
    );
    return sendSteps(area, `!${mergeRequest.iid}`, [write], reload);
  });
};

const actions: Readonly<Record<ActionName, (on: ActedOn) => Promise<void>>> = {
  merge: mergeShown,
  cancelMerge: change(cancelMerge, () => vscode.l10n.t('Auto-merge was canceled.')),
  rebase: rebaseOnce,
  approve,
  revoke: change(revokeApproval, () => vscode.l10n.t('Your approval was revoked.')),
  ready: switchDraft,
  draft: switchDraft,
  checkOut: async ({ subject }) => {
    await call('graft.reviews.checkOut', subject);
  },
  mergeTarget: ({ area, subject, mergeRequest }) => area.mergeTarget(subject, mergeRequest.target_branch),
  fetchCommits: async ({ conflicts, reload }) => {
    await conflicts?.fetch?.();
    await reload();
  },
  close: setState('close'),
  reopen: setState('reopen'),
};
