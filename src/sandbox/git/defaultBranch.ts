import { git } from './command.ts';
import { isBranchName } from './refs.ts';

/**
 * Points `HEAD` to `wanted` if it exists, else to `main`, `master` or the first branch; returns its name. Without
 * branches: to `wanted`, or `main` if that is no valid name.
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
