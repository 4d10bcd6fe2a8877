import { git } from './command.ts';
import { isBranchName } from './refs.ts';

/**
 * Points the `HEAD` of a repository to a branch it has: the one it is meant to have, else `main`, `master` or the first.
 * Answers the name of that branch; without any branch that of the one it is meant to have.
 */
export const settleDefaultBranch = async (directory: string, wanted: string): Promise<string> => {
  const { stdout } = await git(directory, ['for-each-ref', '--format=%(refname:strip=2)', 'refs/heads/']);
  const branches = stdout.toString('utf8').split('\n').filter(Boolean);
  const name =
    [wanted, 'main', 'master'].find((each) => branches.includes(each)) ??
    branches[0] ??
    (isBranchName(wanted) ? wanted : 'main');
  await git(directory, ['symbolic-ref', 'HEAD', `refs/heads/${name}`]);
  return name;
};
