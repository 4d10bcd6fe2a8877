import type { SendOptions } from '../../client/client.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import {
  type ApprovalRule,
  type Approvals,
  getMergeRequestApprovals,
  getMergeRequestApprovalState,
} from '../../wire/mergeRequestState.ts';
import type { ReviewPlace } from '../reviews/drafts.ts';

/** No `rules` on Community Edition. */
export interface ApprovalsRead {
  readonly approvals: Approvals;
  readonly rules: readonly ApprovalRule[] | undefined;
}

/** MR17 and MR18. */
export const readApprovals = async (
  { client, project, iid }: ReviewPlace,
  options: SendOptions = {},
): Promise<ApprovalsRead> => {
  const place = { id: project, merge_request_iid: iid };
  const [approvals, state] = await Promise.all([
    client.send(getMergeRequestApprovals, place, options),
    client.send(getMergeRequestApprovalState, place, options).catch((error: unknown) => {
      if (requestErrorFacts(error, 'notFound')) return undefined;
      throw error;
    }),
  ]);
  return { approvals, rules: state?.rules ?? undefined };
};
