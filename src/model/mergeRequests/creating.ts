import type { Client } from '../../client/client.ts';
import { requestFailure } from '../../client/errors.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import { listMergeRequests } from '../../wire/mergeRequests.ts';
import { getMergeRequestTemplate, listMergeRequestTemplates } from '../../wire/planning.ts';
import type { Project } from '../../wire/projects.ts';
import { readBranch } from '../newMergeRequest.ts';

/** Not on the target branch. */
export interface OwnCommit {
  readonly sha: string;
  readonly title: string;
  /** Without title, with trailers. */
  readonly body: string;
}

export interface ServerBranch {
  /** Undefined if never pushed. */
  readonly tip: string | undefined;
  readonly open: readonly MergeRequest[];
  /** Undefined if unreadable. */
  readonly templates: readonly string[] | undefined;
  /** Default; may be empty. */
  readonly description: string;
}

/** At most four requests. */
export const readServerBranch = async (
  client: Client,
  { id, merge_requests_template: own }: Pick<Project, 'id' | 'merge_requests_template'>,
  branch: string,
  signal: AbortSignal,
): Promise<ServerBranch> => {
  const [there, open, templates] = await Promise.all([
    readBranch({ client, project: id }, branch, signal),
    readOpenRequests(client, id, branch, signal),
    readTemplates(client, id, signal),
  ]);
  const usual = templates?.find((name) => name.toLowerCase() === 'default');
  const description = own || (usual === undefined ? '' : await readTemplate(client, id, usual, signal));
  return { tip: there?.commit.id, open, templates, description };
};

/** Newest first, without forks. */
export const readOpenRequests = async (
  client: Client,
  id: number,
  branch: string,
  signal: AbortSignal,
): Promise<readonly MergeRequest[]> => {
  const asked = { id, source_branch: branch, state: 'opened', per_page: 20 } as const;
  const { items } = await client.send(listMergeRequests, asked, { signal });
  // forks can use the same name
  return items.filter(({ source_project_id: source }) => source == null || source === id);
};

/** Needs access to the repository. */
const readTemplates = async (
  client: Client,
  id: number,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> => {
  try {
    const { items } = await client.send(listMergeRequestTemplates, { id, per_page: 100 }, { signal });
    return items.map(({ name }) => name);
  } catch (error) {
    if (requestFailure(error, 'forbidden') || requestFailure(error, 'notFound')) return undefined;
    throw error;
  }
};

/** R19. */
export const readTemplate = async (client: Client, id: number, name: string, signal?: AbortSignal): Promise<string> =>
  (await client.send(getMergeRequestTemplate, { id, name }, { signal })).content;

/** Issue number in a branch name made by GitLab, such as `12-fix`. */
export const issueOf = (branch: string): number | undefined => {
  const number = /(?:^|\/)(\d{1,9})-/.exec(branch)?.[1];
  return number === undefined ? undefined : Number(number);
};

/** The only commit or the branch name; a default description wins. Adds `Closes` for the branch's issue. */
export const proposedText = (branch: string, commits: readonly OwnCommit[], set: string): string => {
  const [only, ...others] = commits;
  const issue = issueOf(branch);
  const named = branch.replace(/^\d+-/, '').replace(/[-_]+/g, ' ').trim();
  const alone = others.length === 0 ? only : undefined;
  const title = alone?.title ?? (named === '' ? branch : named.charAt(0).toUpperCase() + named.slice(1));
  const description = set.trim() === '' ? (alone?.body ?? '') : set;
  const closes = issue === undefined || description.includes(`#${issue}`) ? '' : `Closes #${issue}`;
  return [title, description.trim(), closes].filter((part) => part !== '').join('\n\n');
};

/** Inverse of {@link partsOfText}. */
export const textOf = ({ title, description }: Pick<MergeRequest, 'title' | 'description'>): string =>
  `${title}\n\n${(description ?? '').replaceAll('\r\n', '\n').trim()}`.trim();

/** The first non-empty line is the title. */
export const partsOfText = (text: string): { readonly title: string; readonly description: string } => {
  const [title = '', ...rest] = text.trim().split('\n');
  return { title: title.trim(), description: rest.join('\n').trim() };
};
