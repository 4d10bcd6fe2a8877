import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { type GitFolder, gitFirstLine } from '../../shell/git.ts';

/** The local branch with the commits of a merge request whose source branch its project does not have. */
export const mergeRequestBranch = (remote: string, iid: number): string => `mr-${remote}-${iid}`;

/** A branch that is checked out holds the merge request's commits. False for the branch of a fork. */
export const isBranchOf = (
  branch: string,
  request: Pick<MergeRequest, 'iid' | 'source_branch' | 'source_project_id'>,
  { project, remote }: Pick<OpenProject, 'project' | 'remote'>,
): boolean =>
  (branch === request.source_branch && request.source_project_id === project.id) ||
  (remote !== undefined && branch === mergeRequestBranch(remote, request.iid));

/** What finds the merge requests of a branch that is checked out. */
export const ofBranch = (
  branch: string,
  remote: string | undefined,
): { readonly source_branch: string } | { readonly iids: number[] } => {
  const iid = Number(/-(\d+)$/.exec(branch)?.[1]);
  return remote !== undefined && branch === mergeRequestBranch(remote, iid)
    ? { iids: [iid] }
    : { source_branch: branch };
};

/** HEAD has a commit that none of the SHAs contains; the clone may lack them. */
export const hasOtherCommits = async (clone: GitFolder, shas: readonly string[]): Promise<boolean> => {
  const call = { revisions: ['HEAD', ...shas.map((sha) => `^${sha}`)], env: { GIT_NO_LAZY_FETCH: '1' } };
  return (await gitFirstLine(clone, ['rev-list', '--max-count=1', '--ignore-missing'], call)) !== '';
};
