/** Address of a commit's page on the server. `projectUrl` is the project's `web_url`. */
export const commitAddress = (projectUrl: string, sha: string): string => `${projectUrl}/-/commit/${sha}`;

/** Address of the page with the commits of a branch, also where a tag has its name. */
export const historyAddress = (projectUrl: string, branch: string): string =>
  `${projectUrl}/-/commits/${branch.split('/').map(encodeURIComponent).join('/')}?ref_type=heads`;

/** Address of the page of a file or folder at a commit; lines are counted from 1. */
export const fileAddress = (
  projectUrl: string,
  {
    sha,
    path,
    kind,
    lines,
  }: {
    readonly sha: string;
    readonly path: string;
    readonly kind: 'file' | 'folder';
    readonly lines?: { readonly first: number; readonly last: number } | undefined;
  },
): string => {
  const names = [sha, ...path.split('/').filter(Boolean)].map(encodeURIComponent);
  const range = lines && (lines.first === lines.last ? `#L${lines.first}` : `#L${lines.first}-${lines.last}`);
  return `${projectUrl}/-/${kind === 'file' ? 'blob' : 'tree'}/${names.join('/')}${range ?? ''}`;
};
