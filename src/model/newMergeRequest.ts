import type { Client } from '../client/client.ts';
import { eachPage, everyItem } from '../client/eachPage.ts';
import { requestErrorFacts } from '../client/errors.ts';
import { createMergeRequest } from '../wire/mergeRequestWriting.ts';
import { listMergeRequests, type MergeRequest } from '../wire/mergeRequests.ts';
import { type Branch, getBranch } from '../wire/projects.ts';
import { isFrom } from './sourceProject.ts';
import { type WriteOutcome, writeOnce } from './writeOnce.ts';

/** `iid` is unique per project. */
export interface KnownMergeRequest {
  readonly iid: number;
  readonly webUrl?: string | undefined;
}

/** Parameters of a merge request, with ids of people and milestone. */
export interface MergeRequestDetails {
  readonly title: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly milestoneId: number | undefined;
  readonly assigneeIds: readonly number[];
  readonly reviewerIds: readonly number[];
  readonly squash: boolean;
  readonly removesSource: boolean;
}

export interface MergeRequestPlace {
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
  { client, project }: MergeRequestPlace,
  branch: string,
  signal?: AbortSignal,
): Promise<Branch | undefined> => {
  client.stopSharing();
  try {
    return await client.send(getBranch, { id: project, branch }, { signal });
  } catch (error) {
    // reading the target reveals a missing project
    if (requestErrorFacts(error, 'notFound')) return undefined;
    throw error;
  }
};

/** Open merge request between two branches, not one of another fork. */
export const findMergeRequest = async (
  { client, project, into }: MergeRequestPlace,
  { source, target }: BranchPair,
  signal?: AbortSignal,
): Promise<MergeRequest | undefined> => {
  client.stopSharing();
  const id = into?.project ?? project;
  const asked = { id, source_branch: source, target_branch: target, state: 'opened', per_page: 100 } as const;
  return (await everyItem(eachPage(client, listMergeRequests, asked, { signal }))).find(isFrom(project));
};

/** MR14, sent once; looks for an open one after a lost answer. */
export const createMergeRequestOnce = (
  place: MergeRequestPlace,
  { source, target, details }: BranchPair & { readonly details: MergeRequestDetails },
  signal?: AbortSignal,
): Promise<WriteOutcome<KnownMergeRequest>> => {
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
    async () => knownMergeRequest(await place.client.send(createMergeRequest, parameters, { signal })),
    async () => {
      const there = await findMergeRequest(place, { source, target });
      return there === undefined ? 'absent' : { found: knownMergeRequest(there) };
    },
  );
};

const knownMergeRequest = ({ iid, web_url }: MergeRequest): KnownMergeRequest => ({
  iid,
  webUrl: web_url ?? undefined,
});
