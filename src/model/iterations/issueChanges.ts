import { issueAssigneesUpdated, workItemUpdated } from '../../client/graphql/iterationDocuments.ts';
import type { Subscriptions } from '../../client/graphql/subscriptions.ts';
import { globalId, parseGlobalId } from '../../wire/graphql.ts';

/**
 * Calls `told` whenever the server says that an issue has changed, and when a change may have gone unheard, until the
 * signal aborts. Servers that do not know the subscription for any change are asked for that of the people. Throws when
 * the server offers neither.
 */
export const followIssue = async (
  subscriptions: Subscriptions,
  issue: string,
  { signal, told }: { readonly signal: AbortSignal; readonly told: () => void },
): Promise<void> => {
  const workItemId = globalId('WorkItem', parseGlobalId(issue)?.id ?? '');
  try {
    for await (const change of subscriptions.subscribe(workItemUpdated, { workItemId }, { signal, missed: told })) {
      if (change.workItemUpdated !== null) told();
    }
  } catch (error) {
    if (!isGraphqlError(error)) throw error;
    const issuableId = issue;
    for await (const change of subscriptions.subscribe(
      issueAssigneesUpdated,
      { issuableId },
      { signal, missed: told },
    )) {
      if (change.issuableAssigneesUpdated !== null) told();
    }
  }
};

/** Whether the server has answered with errors; the class is another one in another bundle. */
export const isGraphqlError = (error: unknown): boolean => error instanceof Error && error.name === 'GraphqlError';
