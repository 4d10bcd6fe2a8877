import { git } from '../git/command.ts';
import { Failures } from '../transfer/failures.ts';
import type { LoadedProject } from '../transfer/projectLoading.ts';
import type { Transfers } from '../transfer/transfers.ts';
import type { ImportSource } from '../world/transferRecords.ts';
import { basic, fetchRepository } from './asking.ts';

/** Fetches a repository by its address; its first branch is the default one when it has no `main`. Throws `GitError`. */
export const loadGitRepository = async (
  transfers: Transfers,
  { url, username, password }: Extract<ImportSource, { kind: 'git' }>,
  directory: string,
): Promise<LoadedProject> => {
  await fetchRepository(directory, url, username + password === '' ? undefined : basic(username, password));
  const { stdout } = await git(directory, ['for-each-ref', '--format=%(refname:strip=2)', 'refs/heads/']);
  const branches = stdout.toString('utf8').split('\n').filter(Boolean);
  const defaultBranch = ['main', 'master'].find((name) => branches.includes(name)) ?? branches[0] ?? 'main';
  await git(directory, ['symbolic-ref', 'HEAD', `refs/heads/${defaultBranch}`]);
  return { failures: new Failures(transfers), change: (project) => ({ ...project, defaultBranch }) };
};
