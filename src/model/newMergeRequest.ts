import type { Client } from '../client/client.ts';
import { requestFailure } from '../client/errors.ts';
import { createMergeRequest } from '../wire/mergeRequestWriting.ts';
import { listMergeRequests, type MergeRequest } from '../wire/mergeRequests.ts';
import { type Branch, getBranch } from '../wire/projects.ts';
import { type Written, writeOnce } from './writeOnce.ts';

/** A merge request as it is known here. `iid` counts per project. */
export interface KnownRequest {
  readonly iid: number;
  readonly webUrl?: string | undefined;
}

/** What a merge request is given; texts as they are sent, people and milestone by their numbers. */
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

/** Where merge requests are made. */
export interface RequestPlace {
  readonly client: Client;
  /** Number of the project. */
  readonly project: number;
}

/** Two branches of a project. */
export interface BranchPair {
  readonly source: string;
  readonly target: string;
}

/** The branch of a name, as it is now; undefined when there is none. */
export const readBranch = async (
  { client, project }: RequestPlace,
  branch: string,
  signal?: AbortSignal,
): Promise<Branch | undefined> => {
  client.beginAnew();
  try {
    return await client.send(getBranch, { id: project, branch }, { signal });
  } catch (error) {
    // a project that is gone is found out by reading the target
    if (requestFailure(error, 'notFound')) return undefined;
    throw error;
  }
};

/** The open merge request of a branch into another; undefined when there is none. */
export const findRequest = async (
  { client, project }: RequestPlace,
  { source, target }: BranchPair,
  signal?: AbortSignal,
): Promise<MergeRequest | undefined> => {
  client.beginAnew();
  const asked = { id: project, source_branch: source, target_branch: target, state: 'opened', per_page: 1 } as const;
  return (await client.send(listMergeRequests, asked, { signal })).items[0];
};

/** MR14: creates a merge request, once; after a lost answer an open one of both branches is looked for. */
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
