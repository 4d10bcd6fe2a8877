import { globalId } from '../../wire/graphql.ts';
import { readCommit } from '../git/repository.ts';
import { approversOf } from '../operations/approvals.ts';
import { mergeChecks } from '../operations/mergeability.ts';
import { assigneesOf, currentRequest } from '../operations/mergeRequests.ts';
import { versionsOf } from '../operations/mergeRequestVersions.ts';
import { reviewerState } from '../operations/reviewerStates.ts';
import { canReadCode } from '../world/access.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { commitNode } from './commits.ts';
import { connection, type PageArguments } from './connections.ts';
import { noteConnection } from './notes.ts';
import type { Session } from './session.ts';
import { userOf, usersOf } from './users.ts';

export interface PlacedRequest {
  readonly project: ProjectState;
  readonly request: MergeRequestState;
}

/** Finds a merge request by global ID number in any project. */
export const findRequest = ({ world }: Session, id: number): PlacedRequest | undefined => {
  for (const project of world.state.projects) {
    const request = project.mergeRequests.find((candidate) => candidate.id === id);
    if (request !== undefined) return { project, request };
  }
  return undefined;
};

/** `DetailedMergeStatus` of the schema. */
export const mergeStatus = async (session: Session, { project, request }: PlacedRequest): Promise<string> => {
  const repository = session.world.repository(project);
  const { status } = await mergeChecks(session, { project, repository }, await currentRequest(repository, request));
  return status.toUpperCase();
};

const reviewOfRequest = ({ project, request }: PlacedRequest, personId: number) => ({
  approved: approversOf(project, request).includes(personId),
  reviewState: reviewerState(project, request, personId),
});

/** Commits and head of an open merge request are those of its source branch now. */
export const requestNode = (session: Session, { project, request }: PlacedRequest) => {
  const repository = session.world.repository(project);
  const now = (): Promise<MergeRequestState> => currentRequest(repository, request);
  return {
    __typename: 'MergeRequest',
    id: globalId('MergeRequest', request.id),
    iid: String(request.iid),
    title: request.title,
    description: request.description,
    state: request.state,
    draft: request.isDraft,
    sourceBranch: request.sourceBranch,
    targetBranch: request.targetBranch,
    detailedMergeStatus: () => mergeStatus(session, { project, request }),
    createdAt: request.createdAt,
    updatedAt: request.updatedAt,
    webUrl: `${session.url}/${project.path}/-/merge_requests/${request.iid}`,
    author: () => userOf(session, request.authorId),
    assignees: (page: PageArguments) => usersOf(session, assigneesOf(request), page),
    reviewers: (page: PageArguments) =>
      connection(
        (request.reviewerIds ?? []).flatMap((id) => session.world.person(id) ?? []),
        page,
        {
          keyOf: ({ id }) => id,
          nodeOf: ({ id, username, name }) => ({
            id: globalId('User', id),
            username,
            name,
            mergeRequestInteraction: reviewOfRequest({ project, request }, id),
          }),
        },
      ),
    notes: (page: PageArguments) => noteConnection(session, { project, request }, page),
    diffHeadSha: async () => (await now()).sha,
    diffRefs: async () => {
      const [{ head, base, start }] = await versionsOf(repository, request);
      return { headSha: head, baseSha: base, startSha: start };
    },
    commits: async (page: PageArguments) => {
      const { commits } = await now();
      const objects = await Promise.all(commits.map((sha) => readCommit(repository, sha)));
      return connection(objects, page, {
        keyOf: ({ sha }) => sha,
        nodeOf: (commit) => commitNode(session, project, commit),
      });
    },
  };
};

/** Null for a merge request that is missing or hidden from the caller. */
export const visibleRequest = (session: Session, placed: PlacedRequest | undefined) =>
  placed !== undefined && canReadCode(session.world, session.person, placed.project)
    ? requestNode(session, placed)
    : null;
