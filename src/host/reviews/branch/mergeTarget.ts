import * as vscode from '../../vscode.ts';
import { branchRef } from '../../../wire/refName.ts';
import { cloneOf } from '../../kit/git/clone.ts';
import { shownIfSlow } from '../../kit/progress.ts';
import { visible } from '../../kit/words/format.ts';
import { withGitErrors, gitOutput } from '../../shell/git.ts';
import type { ReviewsArea } from '../area.ts';
import type { ReviewSubject } from '../subject.ts';
import { checkOut } from './checkOut.ts';

/**
 * Checks out the source branch and merges the fetched target into it through VS Code's Git, whose merge editor opens for
 * files in conflict. Pushes nothing.
 */
export const mergeTarget = async (area: ReviewsArea, subject: ReviewSubject, target: string): Promise<void> => {
  const { many, t } = vscode.l10n;
  const { repositories } = area;
  const { clone, name } = (await checkOut(area, subject, target)) ?? {};
  if (clone === undefined || name === undefined) return;
  const { root } = clone;
  // the branch may be that of a fork
  const { root: home, remote } = (await cloneOf(repositories, subject.open)) ?? {};
  if (remote === undefined || home?.toString() !== root.toString())
    throw new Error(t('Nothing was merged: the clone has no remote of the target project.'));
  const [from, into] = [visible(target), visible(name)];
  const files = await shownIfSlow(t('Merging {0} into {1}…', from, into), async () => {
    await withGitErrors('fetch', repositories.fetch(root, remote, branchRef(target), `${remote}/${target}`));
    try {
      await withGitErrors('merge', repositories.merge(root, `remotes/${remote}/${target}`));
      return [];
    } catch (error) {
      const printed = await gitOutput(clone, ['diff', '--name-only', '--diff-filter=U', '-z']);
      if (printed.length === 0) throw error;
      return printed.toString().split('\0').filter(Boolean);
    }
  });
  const words =
    files.length === 0
      ? t('{0} is merged into {1} without conflicts. Push {1} when it is ready.', from, into)
      : many(
          files.length,
          '{0} file in conflict: resolve it, commit and push.',
          '{0} files in conflict: resolve them, commit and push.',
        );
  void vscode.window.showInformationMessage(words);
  // Source Control lists the others
  for (const file of files.slice(0, 10))
    await vscode.commands.executeCommand('git.openMergeEditor', vscode.Uri.joinPath(root, file));
};
