/** Address of a commit's page on the server. `projectUrl` is the project's `web_url`. */
export const commitAddress = (projectUrl: string, sha: string): string => `${projectUrl}/-/commit/${sha}`;

/** Address of the page with the commits of a branch, also where a tag has its name. */
export const historyAddress = (projectUrl: string, branch: string): string =>
  `${projectUrl}/-/commits/${branch.split('/').map(encodeURIComponent).join('/')}?ref_type=heads`;
