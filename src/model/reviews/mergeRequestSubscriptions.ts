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

export const subscriptionsOfMergeRequest = documents.length;

/**
 * Follows reviewers, approvals, mergeability and diff, by global id. GitLab has no subscriptions for threads and drafts.
 */
export const followMergeRequest = (subscriptions: Subscriptions, id: number, options: ListenOptions): Promise<void> =>
  listen(subscriptions, documents, { issuableId: globalId('MergeRequest', id) }, options);
