import { isGraphqlError } from '../../client/graphql/graphqlError.ts';
import { issueAssigneesUpdated, issueTitleUpdated, workItemUpdated } from '../../client/graphql/iterationDocuments.ts';
import type { Subscriptions } from '../../client/graphql/subscriptions.ts';
import { globalId, parseGlobalId } from '../../wire/graphql.ts';
import { listen, type ListenOptions } from '../listen.ts';

/**
 * Calls `told` for updates and possibly missed ones. Falls back to assignees and title on older servers; throws if neither
 * is supported.
 */
export const followIssue = async (
  subscriptions: Subscriptions,
  issue: string,
  options: ListenOptions,
): Promise<void> => {
  const workItemId = globalId('WorkItem', parseGlobalId(issue)?.id ?? '');
  try {
    await listen(subscriptions, [workItemUpdated], { workItemId }, options);
  } catch (error) {
    if (!isGraphqlError(error)) throw error;
    await listen(subscriptions, [issueAssigneesUpdated, issueTitleUpdated], { issuableId: issue }, options);
  }
};
