import * as vscode from '../vscode.ts';
import { readVersions } from '../../model/reviews/versions.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { reported } from '../kit/commands.ts';
import { hasOtherCommits } from '../kit/git/ofBranch.ts';
import { shownIfSlow } from '../kit/progress.ts';
import { visible } from '../kit/words/format.ts';
import type { ReviewsArea } from '../reviews/area.ts';
import { withGitErrors } from '../shell/git.ts';
import type { ActedOn } from './actedOn.ts';
import { headOf } from './create/ownBranch.ts';

/**
 * Offers to switch from the checked out branch of a merged merge request to its target, to pull that, and to delete the
 * local branch. Makes no offer where the branch has commits that were never a part of the merge request; the server may
 * have rebased the others.
 */
export const offerCleanUp = (area: ReviewsArea, shown: Shown, mergeRequest: MergeRequestDetail): Promise<void> =>
  reported(area, vscode.l10n.t('Clean Up'), () => offer(area, shown, mergeRequest));

type Shown = Pick<ActedOn, 'subject' | 'place'>;

const offer = async (
  { currentBranch, repositories }: ReviewsArea,
  { subject: { open }, place }: Shown,
  mergeRequest: MergeRequestDetail,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { iid, sha, source_branch: source, target_branch: target } = mergeRequest;
  const checkedOut = await currentBranch.of(open);
  if (checkedOut?.name !== source || mergeRequest.source_project_id !== open.project.id) return;
  const { root, local } = checkedOut;
  const clone = await repositories.git(root);
  const head = await headOf(clone);
  if (head !== sha) {
    const versions = await readVersions(place).catch(() => []);
    const pushed = versions.map(({ headSha }) => headSha);
    if (await hasOtherCommits(clone, pushed)) return;
  }
  const yes = t('Clean Up');
  const question = t('!{0} was merged. Switch to {1}, pull, and delete the local branch {2}?', iid, target, local);
  if ((await vscode.window.showInformationMessage(visible(question), yes)) !== yes) return;
  // the question may have waited for long
  if ((await headOf(clone)) !== head) throw new Error(t('Nothing was done: another commit is checked out by now.'));
  await shownIfSlow(t('Switching to {0}…', visible(target)), async () => {
    await withGitErrors('checkout', repositories.checkOut(root, target));
    await withGitErrors('pull', repositories.pull(root));
    await withGitErrors('branch', repositories.deleteBranch(root, local));
  });
};
