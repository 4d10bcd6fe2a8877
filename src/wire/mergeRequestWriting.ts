import * as v from 'valibot';
import { mergeRequestDetail } from './mergeRequestReview.ts';
import { inBody, inPath, json, operation, requiredInBody } from './operation.ts';
import { idOrPath, text } from './parameters.ts';
import { integer, maybeFlag, maybeText } from './records.ts';

const place = { id: inPath(idOrPath), merge_request_iid: inPath(integer) };

/** `labels` are comma-separated names. */
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
 * MR14: `id` is the source project, and by default the target. 409 if an open merge request has these branches, 422 for
 * equal branches or unrelated projects. Without Developer role in the target project people, labels and milestone are
 * ignored.
 */
export const createMergeRequest = operation({
  reference: 'MR14',
  method: 'POST',
  path: '/projects/:id/merge_requests',
  parameters: {
    id: inPath(idOrPath),
    target_project_id: inBody(integer),
    source_branch: requiredInBody(text),
    target_branch: requiredInBody(text),
    title: requiredInBody(text),
    ...details,
    /** Only between projects: members who can merge may push to the source branch. */
    allow_collaboration: inBody(v.boolean()),
  },
  answer: json(mergeRequestDetail),
  success: [201],
});

/** MR15: `state_event` closes or reopens. */
export const updateMergeRequest = operation({
  reference: 'MR15',
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid',
  parameters: {
    ...place,
    title: inBody(text),
    target_branch: inBody(text),
    ...details,
    state_event: inBody(v.picklist(['close', 'reopen'])),
  },
  answer: json(mergeRequestDetail),
  success: [200],
});

/**
 * MR16: `merge_when_pipeline_succeeds` enables auto-merge. `sha` must be the head (409); 401 without permission, 405 if not
 * mergeable, 422 if merging fails.
 */
export const acceptMergeRequest = operation({
  reference: 'MR16',
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/merge',
  parameters: {
    ...place,
    sha: inBody(text),
    merge_when_pipeline_succeeds: inBody(v.boolean()),
    /** Newer name of `merge_when_pipeline_succeeds`. */
    auto_merge: inBody(v.boolean(), { since: '17.11' }),
    squash: inBody(v.boolean()),
    /** By default from the project's templates. */
    merge_commit_message: inBody(text),
    squash_commit_message: inBody(text),
    should_remove_source_branch: inBody(v.boolean()),
  },
  answer: json(mergeRequestDetail),
  success: [200],
});

/**
 * MR26: cancels auto-merge, also in a merge train. 401 unless the user may merge or is the author. Refuses by 201 with
 * `status: 'error'` and `message`.
 */
export const cancelAutoMerge = operation({
  reference: 'MR26',
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
  parameters: place,
  answer: json(v.object({ status: maybeText, message: maybeText })),
  success: [201],
});

/**
 * MR27: rebases onto the target. MR2 reports progress if requested, and failure as `merge_error`. 403 if the source branch
 * is missing, protected or not writable.
 */
export const rebaseMergeRequest = operation({
  reference: 'MR27',
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/rebase',
  parameters: place,
  answer: json(v.object({ rebase_in_progress: maybeFlag })),
  success: [202],
});
