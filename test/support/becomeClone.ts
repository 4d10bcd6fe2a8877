import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { git } from './git.ts';

/**
 * Makes a clone of the sample project the same as another: its settings, all refs, what is checked out and the committed
 * files. An editor that is open on it sees what it would see if someone did that by git.
 */
export const becomeClone = (folder: string, other: string): void => {
  const head = git(other, 'symbolic-ref', 'HEAD');
  git(folder, 'fetch', '--quiet', '--prune', '--force', '--update-head-ok', other, '+refs/*:refs/*');
  copyFileSync(path.join(other, '.git', 'config'), path.join(folder, '.git', 'config'));
  git(folder, 'symbolic-ref', 'HEAD', head);
  git(folder, 'reset', '--quiet', '--hard');
  git(folder, 'clean', '--quiet', '--force', '-d', '-x');
};
