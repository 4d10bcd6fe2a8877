import type { Client } from '../../client/client.ts';
import { requestFailure } from '../../client/errors.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import { listMergeRequests } from '../../wire/mergeRequests.ts';
import { getMergeRequestTemplate, listMergeRequestTemplates } from '../../wire/planning.ts';
import type { Project } from '../../wire/projects.ts';
import { readBranch } from '../newMergeRequest.ts';

/** A commit that a branch has and its target lacks. */
export interface OwnCommit {
  readonly sha: string;
  readonly title: string;
  /** The rest of its message, trailers included. */
  readonly body: string;
}

/** A branch as its server has it, and what the project gives to a new merge request of it. */
export interface ServerBranch {
  /** Hash of its tip; undefined where the branch was never pushed. */
  readonly tip: string | undefined;
  /** The open merge requests from it. */
  readonly open: readonly MergeRequest[];
  /** Names of the templates for descriptions; undefined where they cannot be read. */
  readonly templates: readonly string[] | undefined;
  /** The text that the project has set for descriptions; empty for none. */
  readonly description: string;
}

/** Reads what is known of a branch before a merge request of it is created: four requests at most. */
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

/** The open merge requests from a branch of a project, the newest first; those of forks are not among them. */
export const readOpenRequests = async (
  client: Client,
  id: number,
  branch: string,
  signal: AbortSignal,
): Promise<readonly MergeRequest[]> => {
  const asked = { id, source_branch: branch, state: 'opened', per_page: 20 } as const;
  const { items } = await client.send(listMergeRequests, asked, { signal });
  // a fork may have a branch of the same name
  return items.filter(({ source_project_id: source }) => source == null || source === id);
};

/** Those who may not read the repository's files have no templates. */
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

/** R19: the text of a template. */
export const readTemplate = async (client: Client, id: number, name: string, signal?: AbortSignal): Promise<string> =>
  (await client.send(getMergeRequestTemplate, { id, name }, { signal })).content;

/** Number of the issue that the name of a branch begins with, as GitLab names the branches it makes for issues. */
export const issueOf = (branch: string): number | undefined => {
  const number = /(?:^|\/)(\d{1,9})-/.exec(branch)?.[1];
  return number === undefined ? undefined : Number(number);
};

/**
 * The title and, after an empty line, the description that a merge request begins with: the words of its only commit, or
 * the name of its branch; what the project has set comes before the words of a commit. An issue in the name of the
 * branch is closed.
 */
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

/** Title and description of a text; the title is its first line that is not empty. */
export const partsOfText = (text: string): { readonly title: string; readonly description: string } => {
  const [title = '', ...rest] = text.trim().split('\n');
  return { title: title.trim(), description: rest.join('\n').trim() };
};
