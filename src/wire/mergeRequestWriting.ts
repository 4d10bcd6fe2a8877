import * as v from 'valibot';
import { mergeRequestDetail } from './mergeRequestReview.ts';
import { inBody, inPath, json, operation, requiredInBody } from './operation.ts';
import { idOrPath, text } from './parameters.ts';
import { integer, maybeText } from './records.ts';

const place = { id: inPath(idOrPath), merge_request_iid: inPath(integer) };

/** What a new merge request and a changed one may be given. `labels` are names with commas between them. */
const details = {
  description: inBody(v.string()),
  assignee_ids: inBody(v.array(integer)),
  reviewer_ids: inBody(v.array(integer)),
  labels: inBody(v.string()),
  milestone_id: inBody(integer),
  squash: inBody(v.boolean()),
  remove_source_branch: inBody(v.boolean()),
};

/**
 * MR14: asks for a branch to be merged into another. 409 while another open merge request has the same two branches, 422
 * when both are the same.
 */
export const createMergeRequest = operation({
  reference: 'MR14',
  method: 'POST',
  path: '/projects/:id/merge_requests',
  parameters: {
    id: inPath(idOrPath),
    source_branch: requiredInBody(text),
    target_branch: requiredInBody(text),
    title: requiredInBody(text),
    ...details,
  },
  answer: json(mergeRequestDetail),
  success: [201],
});

/** MR15: changes a merge request; with `state_event` closes it or opens it again. */
export const updateMergeRequest = operation({
  reference: 'MR15',
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid',
  parameters: {
    ...place,
    title: inBody(text),
    ...details,
    state_event: inBody(v.picklist(['close', 'reopen'])),
  },
  answer: json(mergeRequestDetail),
  success: [200],
});

/**
 * MR16: merges, with `merge_when_pipeline_succeeds` as soon as its pipeline has succeeded. With `sha` only while that is
 * its head (409); 401 without the right to merge, 405 while something is in the way, 422 when merging fails.
 */
export const acceptMergeRequest = operation({
  reference: 'MR16',
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/merge',
  parameters: {
    ...place,
    sha: inBody(text),
    merge_when_pipeline_succeeds: inBody(v.boolean()),
    /** Its newer name. */
    auto_merge: inBody(v.boolean(), { since: '17.11' }),
    squash: inBody(v.boolean()),
    should_remove_source_branch: inBody(v.boolean()),
  },
  answer: json(mergeRequestDetail),
  success: [200],
});

/**
 * MR26: lets a merge request wait no longer for its pipeline. 401 for those who may neither merge it nor made it. Answers
 * 201 also where it refuses: `status` is `error` then, with the reason as `message`.
 */
export const cancelAutoMerge = operation({
  reference: 'MR26',
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
  parameters: place,
  answer: json(v.object({ status: maybeText, message: maybeText })),
  success: [201],
});
