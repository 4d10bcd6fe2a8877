import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { git } from '../git.ts';

/** Makes a clone equal to another, refs and config included. An editor may have it open. */
export const becomeClone = (folder: string, other: string): void => {
  const head = git(other, 'symbolic-ref', 'HEAD');
  git(folder, 'fetch', '--quiet', '--prune', '--force', '--update-head-ok', other, '+refs/*:refs/*');
  copyFileSync(path.join(other, '.git', 'config'), path.join(folder, '.git', 'config'));
  git(folder, 'symbolic-ref', 'HEAD', head);
  git(folder, 'reset', '--quiet', '--hard');
  git(folder, 'clean', '--quiet', '--force', '-d', '-x');
};
