import type { Client } from '../client/client.ts';
import { eachPage, everyItem } from '../client/eachPage.ts';
import { requestFailure } from '../client/errors.ts';
import { createMergeRequest } from '../wire/mergeRequestWriting.ts';
import { listMergeRequests, type MergeRequest } from '../wire/mergeRequests.ts';
import { type Branch, getBranch } from '../wire/projects.ts';
import { isFrom } from './sourceProject.ts';
import { type Written, writeOnce } from './writeOnce.ts';

/** `iid` is unique per project. */
export interface KnownRequest {
  readonly iid: number;
  readonly webUrl?: string | undefined;
}

/** Parameters of a merge request, with ids of people and milestone. */
export interface RequestDetails {
  readonly title: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly milestoneId: number | undefined;
  readonly assigneeIds: readonly number[];
  readonly reviewerIds: readonly number[];
  readonly squash: boolean;
  readonly removesSource: boolean;
}

export interface RequestPlace {
  readonly client: Client;
  /** Of the source branch. */
  readonly project: number;
  /** Another target project. Its members who can merge may push to the source branch; undefined where GitLab forbids it. */
  readonly into?: { readonly project: number; readonly isCollaborative: boolean | undefined };
}

export interface BranchPair {
  readonly source: string;
  readonly target: string;
}

/** Rereads a branch; undefined if missing. */
export const readBranch = async (
  { client, project }: RequestPlace,
  branch: string,
  signal?: AbortSignal,
): Promise<Branch | undefined> => {
  client.beginAnew();
  try {
    return await client.send(getBranch, { id: project, branch }, { signal });
  } catch (error) {
    // reading the target reveals a missing project
    if (requestFailure(error, 'notFound')) return undefined;
    throw error;
  }
};

/** Open merge request between two branches, not one of another fork. */
export const findRequest = async (
  { client, project, into }: RequestPlace,
  { source, target }: BranchPair,
  signal?: AbortSignal,
): Promise<MergeRequest | undefined> => {
  client.beginAnew();
  const id = into?.project ?? project;
  const asked = { id, source_branch: source, target_branch: target, state: 'opened', per_page: 100 } as const;
  return (await everyItem(eachPage(client, listMergeRequests, asked, { signal }))).find(isFrom(project));
};

/** MR14, sent once; looks for an open one after a lost answer. */
export const createRequest = (
  place: RequestPlace,
  { source, target, details }: BranchPair & { readonly details: RequestDetails },
  signal?: AbortSignal,
): Promise<Written<KnownRequest>> => {
  const { title, description, labels, milestoneId, assigneeIds, reviewerIds, squash, removesSource } = details;
  const parameters = {
    id: place.project,
    source_branch: source,
    target_branch: target,
    title,
    description,
    labels: labels.length === 0 ? undefined : labels.join(','),
    milestone_id: milestoneId,
    assignee_ids: assigneeIds.length === 0 ? undefined : [...assigneeIds],
    reviewer_ids: reviewerIds.length === 0 ? undefined : [...reviewerIds],
    squash,
    remove_source_branch: removesSource,
    target_project_id: place.into?.project,
    allow_collaboration: place.into?.isCollaborative,
  };
  return writeOnce(
    async () => knownRequest(await place.client.send(createMergeRequest, parameters, { signal })),
    async () => {
      const there = await findRequest(place, { source, target });
      return there === undefined ? 'absent' : { found: knownRequest(there) };
    },
  );
};

const knownRequest = ({ iid, web_url }: MergeRequest): KnownRequest => ({ iid, webUrl: web_url ?? undefined });
