import type { Client } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import { listMergeRequests } from '../../wire/mergeRequests.ts';
import { getMergeRequestTemplate, listMergeRequestTemplates } from '../../wire/planning.ts';
import { getProject, type Project } from '../../wire/projects.ts';
import { readBranch } from '../newMergeRequest.ts';
import { roles } from '../role.ts';
import { isFrom } from '../sourceProject.ts';

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
  /** Members of the target project can be allowed to push: between forks that are not private, if it is unprotected. */
  readonly mayCollaborate: boolean;
  /** False where the role in the target project is too low for people, labels and milestone, which are ignored then. */
  readonly isDeveloper: boolean;
  readonly open: readonly MergeRequest[];
  /** Undefined if unreadable. */
  readonly templates: readonly string[] | undefined;
  /** Default; may be empty. */
  readonly description: string;
}

/** R2: the chosen target project, by default a fork's parent, unless its settings say otherwise or it is hidden. */
export const readTargetProject = async (
  client: Client,
  project: Project,
  chosen: number | undefined,
  signal: AbortSignal,
): Promise<Project> => {
  const { id, forked_from_project: parent, mr_default_target_self: isItself } = project;
  if (parent == null || chosen === id || (chosen === undefined && isItself === true)) return project;
  try {
    return await client.send(getProject, { id: parent.id }, { signal });
  } catch (error) {
    if (requestErrorFacts(error, 'forbidden', 'notFound')) return project;
    throw error;
  }
};

/** At most four requests. */
export const readServerBranch = async (
  client: Client,
  source: Project,
  into: Project,
  branch: string,
  signal: AbortSignal,
): Promise<ServerBranch> => {
  const { id, merge_requests_template: own, permissions: rights } = into;
  const [there, open, templates] = await Promise.all([
    readBranch({ client, project: source.id }, branch, signal),
    readOpenMergeRequests(client, { source: source.id, into: id }, branch, signal),
    readTemplates(client, id, signal),
  ]);
  const usual = templates?.find((name) => name.toLowerCase() === 'default');
  const description = own || (usual === undefined ? '' : await readTemplate(client, id, usual, signal));
  const levels = [rights?.project_access, rights?.group_access].map((access) => access?.access_level ?? 0);
  const arePublic = [source, into].every(({ visibility }) => visibility != null && visibility !== 'private');
  return {
    tip: there?.commit.id,
    mayCollaborate: source.id !== id && arePublic && there?.protected !== true,
    isDeveloper: rights == null || Math.max(...levels) >= roles.developer,
    open,
    templates,
    description,
  };
};

/** Newest first, of the branch in `source` alone. */
export const readOpenMergeRequests = async (
  client: Client,
  { source, into }: { readonly source: number; readonly into: number },
  branch: string,
  signal: AbortSignal,
): Promise<readonly MergeRequest[]> => {
  const asked = { id: into, source_branch: branch, state: 'opened', per_page: 100 } as const;
  const items = await everyItem(eachPage(client, listMergeRequests, asked, { signal }));
  return items.filter(isFrom(source));
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
    if (requestErrorFacts(error, 'forbidden') || requestErrorFacts(error, 'notFound')) return undefined;
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
