/** The local branch with the commits of a merge request whose source branch its project does not have. */
export const requestBranch = (remote: string, iid: number): string => `mr-${remote}-${iid}`;

/** What finds the merge requests of a branch that is checked out. */
export const ofBranch = (
  branch: string,
  remote: string | undefined,
): { readonly source_branch: string } | { readonly iids: number[] } => {
  const iid = Number(/-(\d+)$/.exec(branch)?.[1]);
  return remote !== undefined && branch === requestBranch(remote, iid) ? { iids: [iid] } : { source_branch: branch };
};
