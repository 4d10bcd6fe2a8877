import {
  approvalStateUpdated,
  diffGenerated,
  mergeStatusUpdated,
  reviewersUpdated,
} from '../../client/graphql/reviewDocuments.ts';
import type { Subscriptions } from '../../client/graphql/subscriptions.ts';
import { globalId } from '../../wire/graphql.ts';
import { listen, type ListenOptions } from '../listen.ts';

const documents = [reviewersUpdated, approvalStateUpdated, mergeStatusUpdated, diffGenerated];

/** How many subscriptions one merge request takes. */
export const subscriptionsOfRequest = documents.length;

/**
 * Calls `told` whenever the server says that the reviewers, approvals, mergeability or diff of a merge request have
 * changed, by its number on the server. Threads and drafts are told by no server.
 */
export const followRequest = (subscriptions: Subscriptions, id: number, options: ListenOptions): Promise<void> =>
  listen(subscriptions, documents, { issuableId: globalId('MergeRequest', id) }, options);
