import type { GraphqlClient } from '../../client/graphql/graphqlClient.ts';
import {
  requestReviewMutation,
  reviewersQuery,
  reviewStatesQuery,
  setReviewersMutation,
} from '../../client/graphql/reviewDocuments.ts';
import { throwRefused } from '../payloadRefused.ts';
import { areSamePeople, type Person } from '../people.ts';
import { writeOnce, type WriteOutcome } from '../writeOnce.ts';

export interface MergeRequestName {
  readonly project: string;
  readonly iid: string;
}

export interface Reviewer extends Person {
  /** Global ID. */
  readonly id: string;
  /** Since the request, such as `APPROVED`; undefined if not reported. */
  readonly state: string | undefined;
}

/** In the server's order; undefined if not visible. */
export const readReviewers = async (
  graphql: GraphqlClient,
  { project: fullPath, iid }: MergeRequestName,
  signal?: AbortSignal,
): Promise<readonly Reviewer[] | undefined> => {
  const { project } = await graphql.query(reviewersQuery, { fullPath, iid }, { signal });
  return project?.mergeRequest == null ? undefined : reviewersOf(project.mergeRequest);
};

/** Reviewers of up to 20 merge requests, by iid; of each the first 20. */
export const readReviewStates = async (
  graphql: GraphqlClient,
  { project: fullPath, iids }: { readonly project: string; readonly iids: readonly number[] },
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, readonly Reviewer[]>> => {
  const { project } = await graphql.query(reviewStatesQuery, { fullPath, iids: iids.map(String) }, { signal });
  const found = project?.mergeRequests?.nodes ?? [];
  return new Map(found.flatMap((each) => (each === null ? [] : [[Number(each.iid), reviewersOf(each)]])));
};

/**
 * Sets the reviewers, once, and returns the actual ones: one without Premium. Throws `PayloadRefused` and unsent requests.
 */
export const setReviewers = (
  graphql: GraphqlClient,
  name: MergeRequestName,
  before: readonly Person[],
  people: readonly Person[],
): Promise<WriteOutcome<readonly Reviewer[]>> =>
  writeOnce(
    async () => {
      const input = { ...inputOf(name), reviewerUsernames: people.map(({ username }) => username) };
      const { mergeRequestSetReviewers: payload } = await graphql.mutate(setReviewersMutation, { input });
      throwRefused(payload?.errors);
      return reviewersOf(payload?.mergeRequest);
    },
    async () => {
      const now = await readReviewers(graphql, name);
      if (now === undefined) return 'unclear';
      if (areSamePeople(now, people)) return { found: now };
      return areSamePeople(now, before) ? 'absent' : 'unclear';
    },
  );

/** Sent once. Throws like `setReviewers`. */
export const requestReview = (
  graphql: GraphqlClient,
  name: MergeRequestName,
  reviewer: Reviewer,
): Promise<WriteOutcome<readonly Reviewer[]>> =>
  writeOnce(
    async () => {
      const input = { ...inputOf(name), userId: reviewer.id };
      const { mergeRequestReviewerRereview: payload } = await graphql.mutate(requestReviewMutation, { input });
      throwRefused(payload?.errors);
      return reviewersOf(payload?.mergeRequest);
    },
    async () => {
      const now = await readReviewers(graphql, name);
      const state = now?.find(({ id }) => id === reviewer.id)?.state;
      if (now === undefined || state === undefined) return 'unclear';
      if (isAsked(state)) return { found: now };
      return state === reviewer.state ? 'absent' : 'unclear';
    },
  );

/** Of one reviewer; the others stay as they are. `again` asks for another review. */
export type ReviewerChange = { readonly add: Person } | { readonly remove: string } | { readonly again: string };

/** Makes a change of the reviewers as they were just read; undefined if there is nothing to change. */
export const changeReviewer = (
  graphql: GraphqlClient,
  name: MergeRequestName,
  now: readonly Reviewer[],
  change: ReviewerChange,
): Promise<WriteOutcome<readonly Reviewer[]>> | undefined => {
  const found = now.find(({ username }) => username === usernameOf(change));
  if ('again' in change) return found && requestReview(graphql, name, found);
  if ('add' in change === (found !== undefined)) return undefined;
  const people = 'add' in change ? [...now, change.add] : now.filter((each) => each !== found);
  return setReviewers(graphql, name, now, people);
};

/** The reviewers are as a change wants them. */
export const isChanged = (reviewers: readonly Reviewer[], change: ReviewerChange): boolean => {
  const found = reviewers.find(({ username }) => username === usernameOf(change));
  return 'again' in change ? isAsked(found?.state) : (found !== undefined) === 'add' in change;
};

const usernameOf = (change: ReviewerChange): string =>
  'add' in change ? change.add.username : 'remove' in change ? change.remove : change.again;

export const isAsked = (state: string | undefined): boolean => state === 'UNREVIEWED';

/** The viewer has reviewed, and the author has not asked again. Unknown states count as asked. */
export const isAnswered = (reviewers: readonly Reviewer[] | undefined, username: string): boolean =>
  ['APPROVED', 'REQUESTED_CHANGES', 'REVIEWED'].includes(stateOf(reviewers, username) ?? '');

export const stateOf = (reviewers: readonly Reviewer[] | undefined, username: string): string | undefined =>
  reviewers?.find((each) => each.username === username)?.state;

/** A reviewer has requested changes. */
export const isReturned = (reviewers: readonly Reviewer[] | undefined): boolean =>
  reviewers?.some(({ state }) => state === 'REQUESTED_CHANGES') === true;

const inputOf = ({ project, iid }: MergeRequestName): { readonly projectPath: string; readonly iid: string } => ({
  projectPath: project,
  iid,
});

interface ReviewedMergeRequest {
  readonly reviewers: {
    readonly nodes:
      | readonly (
          | (Person & {
              readonly id: string;
              readonly mergeRequestInteraction: { readonly reviewState: string | null } | null;
            })
          | null
        )[]
      | null;
  } | null;
}

const reviewersOf = (request: ReviewedMergeRequest | null | undefined): readonly Reviewer[] =>
  (request?.reviewers?.nodes ?? [])
    .filter((each) => each !== null)
    .map(({ id, username, name, mergeRequestInteraction: shown }) => {
      return { id, username, name, state: shown?.reviewState ?? undefined };
    });
