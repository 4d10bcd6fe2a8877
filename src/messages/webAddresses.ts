/** Address of a commit's page on the server. `projectUrl` is the project's `web_url`. */
export const commitAddress = (projectUrl: string, sha: string): string => `${projectUrl}/-/commit/${sha}`;

/** Address of the page with the commits of a branch or tag. */
export const historyAddress = (projectUrl: string, ref: string): string =>
  `${projectUrl}/-/commits/${ref.split('/').map(encodeURIComponent).join('/')}`;
