import { isGraphqlError } from '../../client/graphql/graphqlError.ts';
import { issueAssigneesUpdated, issueTitleUpdated, workItemUpdated } from '../../client/graphql/iterationDocuments.ts';
import type { Subscriptions } from '../../client/graphql/subscriptions.ts';
import { globalId, parseGlobalId } from '../../wire/graphql.ts';
import { listen, type ListenOptions } from '../listen.ts';

/**
 * Calls `told` whenever the server says that an issue has changed, and when a change may have gone unheard, until the
 * signal aborts. Servers that do not know the subscription for any change are asked for those of people and title.
 * Throws when the server offers none.
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
