/** `projectUrl`: the project's `web_url`. */
export const commitAddress = (projectUrl: string, sha: string): string => `${projectUrl}/-/commit/${sha}`;

/** Commits of a branch, even if a tag has the same name. */
export const historyAddress = (projectUrl: string, branch: string): string =>
  `${projectUrl}/-/commits/${branch.split('/').map(encodeURIComponent).join('/')}?ref_type=heads`;

/** Lines are 1-based. */
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
