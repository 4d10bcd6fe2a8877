import * as vscode from 'vscode';
import { canFastForward, fastForward, hasCommit } from '../../model/composer/fastForward.ts';
import type { App } from '../app.ts';
import { shortSha, visible } from '../format.ts';
import type { CheckedOut } from '../project/currentBranch.ts';
import type { Composition } from './composition.ts';
import { fetchBranch, gitIn, refreshSourceControl } from './localGit.ts';
import { withScratch } from './runGit.ts';

/** The local branch that goes with a composed commit; undefined when another one is checked out, or none. */
const localBranch = async (app: App, { open, draft }: Composition): Promise<CheckedOut | undefined> => {
  const local = app.project.open;
  if (local?.project.id !== open.project.id || local.account.id !== open.account.id) return undefined;
  const current = await app.currentBranch.of(local);
  return current?.name === draft.branch ? current : undefined;
};

/** Whether the branch of a composed commit is checked out here. */
export const canFollow = async (app: App, composition: Composition): Promise<boolean> =>
  (await localBranch(app, composition)) !== undefined;

/** Fetches the branch and moves the one that is checked out to the commit, unless that would lose a local change. */
export const follow = async (app: App, composition: Composition, sha: string): Promise<void> => {
  const { t } = vscode.l10n;
  const current = await localBranch(app, composition);
  if (current === undefined) {
    const { branch } = composition.draft;
    void vscode.window.showInformationMessage(t('{0} is not checked out here: fetch it when you need it.', branch));
    return;
  }
  const { root, remote, name } = current;
  const location = vscode.ProgressLocation.Notification;
  const title = t('Updating {0}…', visible(name));
  await vscode.window.withProgress({ location, title }, async () => {
    const git = await gitIn(root);
    if (!(await hasCommit(git, sha))) await fetchBranch(root, remote, name);
    if (!(await hasCommit(git, sha))) {
      throw new Error(t('{0} was fetched, but without the new commit. Nothing was changed here.', visible(name)));
    }
    const step = await withScratch(git, (scratch) => canFastForward(git, sha, scratch));
    switch (step.kind) {
      case 'alreadyThere':
        return say(t('{0} has the commit already.', visible(name)));
      case 'diverged':
        return say(t('{0} has commits of its own here: merge or rebase it. Nothing was changed.', visible(name)));
      case 'wouldLose':
        return say(
          t(
            'Nothing was changed here: {0} differs from what was committed. Commit or stash it, then pull.',
            some(step.paths),
          ),
        );
      case 'possible':
        await fastForward(git, sha, step.add);
        await refreshSourceControl(root);
        return say(t('{0} is at {1} now. Your other changes are as they were.', visible(name), shortSha(sha)));
    }
  });
};

const say = (words: string): void => {
  void vscode.window.showInformationMessage(words);
};

const shownPaths = 3;

const some = (paths: readonly string[]): string => {
  const names = paths.slice(0, shownPaths).map(visible).join(', ');
  return paths.length > shownPaths ? vscode.l10n.t('{0} and {1} more', names, paths.length - shownPaths) : names;
};
