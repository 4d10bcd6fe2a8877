import * as vscode from '../vscode.ts';
import { canFastForward, fastForward, hasCommit } from '../../model/composer/fastForward.ts';
import { branchRef } from '../../wire/refName.ts';
import { cancellable, orCancelled } from '../kit/progress.ts';
import type { ComposerArea } from './area.ts';
import { shortSha, visible } from '../kit/words/format.ts';
import type { CheckedOut } from '../shell/currentBranch.ts';
import type { Composition } from './composition.ts';
import { gitRunner } from '../shell/git.ts';
import { withScratchIndex } from './scratchIndex.ts';

/** Undefined unless the commit's branch is checked out and a remote leads to it. */
const localBranch = async (
  area: ComposerArea,
  { open, draft }: Composition,
): Promise<(CheckedOut & { readonly remote: string }) | undefined> => {
  const local = area.project.open;
  if (local?.project.id !== open.project.id || local.account.id !== open.account.id) return undefined;
  const current = await area.currentBranch.of(local);
  const remote = current?.remote;
  return current?.name === draft.branch && remote !== undefined ? { ...current, remote } : undefined;
};

export const canFollow = async (area: ComposerArea, composition: Composition): Promise<boolean> =>
  (await localBranch(area, composition)) !== undefined;

/**
 * Fast-forwards the checked-out branch unless that would lose local changes. Reports on the page; undefined when
 * cancelled.
 */
export const follow = async (
  area: ComposerArea,
  composition: Composition,
  sha: string,
): Promise<string | undefined> => {
  const words = await moved(area, composition, sha);
  if (words !== undefined) composition.postFollowed(words);
  return words;
};

const moved = async (area: ComposerArea, composition: Composition, sha: string): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const current = await localBranch(area, composition);
  if (current === undefined)
    return t('{0} is not checked out here. Fetch it when you need it.', visible(composition.draft.branch));
  const { root, remote, name } = current;
  return cancellable(t('Updating {0}…', visible(name)), async (signal) => {
    const git = gitRunner(await area.repositories.git(root));
    if (!(await hasCommit(git, sha))) await orCancelled(area.repositories.fetch(root, remote, branchRef(name)), signal);
    if (!(await hasCommit(git, sha))) {
      throw new Error(t('{0} was fetched, but without the new commit. Nothing has changed here.', visible(name)));
    }
    const step = await withScratchIndex(git, (scratch) => canFastForward(git, sha, scratch));
    signal.throwIfAborted();
    switch (step.kind) {
      case 'alreadyThere':
        return t('{0} has the commit already.', visible(name));
      case 'diverged':
        return t('Your local {0} has other commits. Nothing has changed. Merge or rebase it.', visible(name));
      case 'wouldLose':
        return t(
          'Nothing was changed here: {0} differs from what was committed. Commit or stash it, then pull.',
          some(step.paths),
        );
      case 'possible':
        await fastForward(git, sha, step.add);
        await area.repositories.reread(root);
        return t('{0} is now at {1}. Your other changes are unchanged.', visible(name), shortSha(sha));
    }
  });
};

const shownPaths = 3;

const some = (paths: readonly string[]): string => {
  const names = paths.slice(0, shownPaths).map(visible).join(', ');
  return paths.length > shownPaths ? vscode.l10n.t('{0} and {1} more', names, paths.length - shownPaths) : names;
};
