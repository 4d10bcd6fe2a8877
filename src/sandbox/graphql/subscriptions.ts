import { GraphQLError } from 'graphql';
import { parseGlobalId } from '../../wire/graphql.ts';
import type { IssueState } from '../world/issueRecords.ts';
import { reviewOf } from '../world/review.ts';
import type { World } from '../world/world.ts';
import { findIssue, visibleIssue } from './issues.ts';
import { assigneesOf } from '../operations/mergeRequests.ts';
import { sourceTip } from '../operations/requestSource.ts';
import { findRequest, mergeStatus, type PlacedRequest, visibleRequest } from './mergeRequests.ts';
import type { QueryContext, Session } from './session.ts';

/**
 * Yields `read()` whenever a change of the world changes `sameness()`. Coalesces changes that arrive between reads.
 * `return()` unsubscribes.
 */
const changesOf = <Value>(
  world: World,
  read: () => Value,
  sameness: () => string | Promise<string>,
): AsyncGenerator<Value, void, void> => {
  let last = Promise.resolve(sameness());
  let isOver = false;
  let isWoken = false;
  let wake: (() => void) | undefined;
  const stop = world.watch(() => {
    isWoken = true;
    wake?.();
  });
  const end = (): IteratorResult<Value, void> => {
    isOver = true;
    stop();
    wake?.();
    return { done: true, value: undefined };
  };
  const next = async (): Promise<IteratorResult<Value, void>> => {
    while (!isOver) {
      isWoken = false;
      const [before, now] = [await last, await sameness()];
      if (now !== before) {
        last = Promise.resolve(now);
        return { done: false, value: read() };
      }
      // rechecks if the world changed during the check
      if (isOver || isWoken) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return { done: true, value: undefined };
  };
  return {
    next,
    return: async () => end(),
    throw: async (error: unknown) => {
      end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      end();
    },
  };
};

interface Arguments {
  readonly issuableId: string;
}

/** Root values for each execution of the document. */
type Events = AsyncGenerator<Readonly<Record<string, unknown>>, void, void>;

const visibleIssuable = (session: Session, { issuableId }: Arguments) => {
  const { type, id } = parseGlobalId(issuableId) ?? {};
  const number = Number(id);
  return type === 'MergeRequest'
    ? visibleRequest(session, findRequest(session, number))
    : visibleIssue(session, findIssue(session, number));
};

/** Watches one value of an issuable; `sameness` identifies the value. */
const follow = (
  field: string,
  session: Session,
  given: Arguments,
  sameness: (session: Session, id: number) => string | Promise<string>,
): Events => {
  if (visibleIssuable(session, given) === null) throw new GraphQLError('Unauthorized subscription');
  const number = Number(parseGlobalId(given.issuableId)?.id);
  return changesOf(
    session.world,
    () => ({ [field]: visibleIssuable(session, given) }),
    () => sameness(session, number),
  );
};

const ofIssue =
  (field: string, part: (issue: IssueState) => unknown) =>
  (given: Arguments, { session }: QueryContext): Events =>
    follow(field, session, given, (now, id) => {
      const found = findIssue(now, id);
      return found === undefined ? '' : JSON.stringify(part(found.issue));
    });

const ofRequest =
  (field: string, part: (placed: PlacedRequest, session: Session) => unknown) =>
  (given: Arguments, { session }: QueryContext): Events =>
    follow(field, session, given, async (now, id) => {
      const found = findRequest(now, id);
      return found === undefined ? '' : JSON.stringify(await part(found, now));
    });

/** Sends changes by any user. */
export const subscriptions = {
  issuableAssigneesUpdated: (given: Arguments, { session }: QueryContext): Events =>
    follow('issuableAssigneesUpdated', session, given, (now, id) => {
      const isRequest = parseGlobalId(given.issuableId)?.type === 'MergeRequest';
      const request = isRequest ? findRequest(now, id)?.request : undefined;
      return JSON.stringify(request === undefined ? findIssue(now, id)?.issue.assigneeIds : assigneesOf(request));
    }),
  issuableWeightUpdated: ofIssue('issuableWeightUpdated', ({ weight }) => weight),
  issuableTitleUpdated: ofIssue('issuableTitleUpdated', ({ title }) => title),
  issuableDescriptionUpdated: ofIssue('issuableDescriptionUpdated', ({ description }) => description),
  workItemUpdated: ({ workItemId }: { readonly workItemId: string }, { session }: QueryContext): Events => {
    const number = Number(parseGlobalId(workItemId)?.id);
    const read = () => {
      const node = visibleIssue(session, findIssue(session, number));
      return node === null ? null : { id: workItemId, iid: node.iid, title: node.title };
    };
    if (read() === null) throw new GraphQLError('Unauthorized subscription');
    return changesOf(
      session.world,
      () => ({ workItemUpdated: read() }),
      () => JSON.stringify(findIssue(session, number)?.issue),
    );
  },
  mergeRequestMergeStatusUpdated: ofRequest('mergeRequestMergeStatusUpdated', async (placed, session) => [
    placed.request.state,
    await mergeStatus(session, placed),
  ]),
  mergeRequestReviewersUpdated: ofRequest('mergeRequestReviewersUpdated', ({ request }) => request.reviewerIds ?? []),
  mergeRequestApprovalStateUpdated: ofRequest('mergeRequestApprovalStateUpdated', ({ project, request }) =>
    reviewOf(project).approvals.filter(({ mergeRequestIid }) => mergeRequestIid === request.iid),
  ),
  mergeRequestDiffGenerated: ofRequest('mergeRequestDiffGenerated', async ({ project, request }, session) =>
    request.state === 'opened'
      ? ((await sourceTip(session.world.repository(project), request)) ?? request.sha)
      : request.sha,
  ),
};
