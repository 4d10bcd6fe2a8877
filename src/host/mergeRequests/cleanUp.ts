import * as vscode from '../vscode.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { reported } from '../kit/commands.ts';
import { shownIfSlow } from '../kit/progress.ts';
import { visible } from '../kit/words/format.ts';
import type { ReviewsArea, ReviewSubject } from '../reviews/area.ts';
import { byGitExtension } from '../shell/git.ts';
import { headOf } from './create/ownBranch.ts';

/**
 * Offers to switch from the checked out branch of a merged merge request to its target, to pull that, and to delete the
 * local branch. Makes no offer where the branch has commits that were not merged.
 */
export const offerCleanUp = (area: ReviewsArea, subject: ReviewSubject, request: MergeRequestDetail): Promise<void> =>
  reported(area, vscode.l10n.t('Clean Up'), () => offer(area, subject, request));

const offer = async (
  { currentBranch, repositories }: ReviewsArea,
  { open }: ReviewSubject,
  request: MergeRequestDetail,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { iid, sha, source_branch: source, target_branch: target } = request;
  const checkedOut = await currentBranch.of(open);
  if (checkedOut?.name !== source || request.source_project_id !== open.project.id) return;
  const { root, local } = checkedOut;
  if ((await headOf(await repositories.git(root))) !== sha) return;
  const yes = t('Clean Up');
  const question = t('!{0} was merged. Switch to {1}, pull, and delete the local branch {2}?', iid, target, local);
  if ((await vscode.window.showInformationMessage(visible(question), yes)) !== yes) return;
  await shownIfSlow(t('Switching to {0}…', visible(target)), async () => {
    await byGitExtension('checkout', repositories.checkOut(root, target));
    await byGitExtension('pull', repositories.pull(root));
    await byGitExtension('branch', repositories.deleteBranch(root, local));
  });
};
