import * as v from 'valibot';
import { inPath, inQuery, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text, timestamp } from './parameters.ts';
import { milestone } from './planning.ts';
import { integer, maybeFlag, maybeInteger, maybeSha, maybeText, userSummary } from './records.ts';

/** Seconds, and text such as `3h 30m`. */
const timeStats = v.object({
  time_estimate: maybeInteger,
  total_time_spent: maybeInteger,
  human_time_estimate: maybeText,
  human_total_time_spent: maybeText,
});

/** A record if label details are requested. */
const labelName = v.pipe(
  v.union([v.string(), v.object({ name: v.string() })]),
  v.transform((label) => (typeof label === 'string' ? label : label.name)),
);

/** `iid` counts per project; `source_project_id` is null once the fork is deleted. */
export const mergeRequest = v.object({
  id: integer,
  iid: integer,
  project_id: integer,
  source_project_id: maybeInteger,
  target_project_id: maybeInteger,
  title: v.string(),
  description: maybeText,
  state: v.string(),
  source_branch: v.string(),
  target_branch: v.string(),
  author: v.nullish(userSummary),
  assignee: v.nullish(userSummary),
  reviewers: v.nullish(v.array(userSummary)),
  draft: maybeFlag,
  work_in_progress: maybeFlag,
  merge_status: maybeText,
  detailed_merge_status: maybeText,
  sha: maybeSha,
  merge_commit_sha: maybeSha,
  squash_commit_sha: maybeSha,
  user_notes_count: maybeInteger,
  upvotes: maybeInteger,
  downvotes: maybeInteger,
  labels: v.nullish(v.array(labelName)),
  milestone: v.nullish(milestone),
  time_stats: v.nullish(timeStats),
  merge_when_pipeline_succeeds: maybeFlag,
  should_remove_source_branch: maybeFlag,
  force_remove_source_branch: maybeFlag,
  /** Only project members may comment. */
  discussion_locked: maybeFlag,
  created_at: maybeText,
  updated_at: maybeText,
  web_url: maybeText,
});

export type MergeRequest = v.InferOutput<typeof mergeRequest>;

const somebody = v.union([integer, v.picklist(['None', 'Any'])]);

/** MR1: newest first. `labels` are comma-separated names, `milestone` is a title; both accept `None` and `Any`. */
export const listMergeRequests = operation({
  reference: 'MR1',
  method: 'GET',
  path: '/projects/:id/merge_requests',
  parameters: {
    id: inPath(idOrPath),
    iids: inQuery(v.array(integer)),
    state: inQuery(v.picklist(['opened', 'closed', 'locked', 'merged', 'all']), { default: 'all' }),
    scope: inQuery(
      v.picklist(['created_by_me', 'created-by-me', 'assigned_to_me', 'assigned-to-me', 'reviews_for_me', 'all']),
    ),
    author_id: inQuery(integer),
    author_username: inQuery(text),
    assignee_id: inQuery(somebody),
    assignee_username: inQuery(text),
    reviewer_id: inQuery(somebody),
    reviewer_username: inQuery(text),
    labels: inQuery(text),
    milestone: inQuery(text),
    wip: inQuery(v.picklist(['yes', 'no'])),
    draft: inQuery(v.boolean(), { since: '19.0' }),
    source_branch: inQuery(text),
    target_branch: inQuery(text),
    updated_after: inQuery(timestamp),
    search: inQuery(text),
    ...paging,
  },
  answer: pageOf(mergeRequest),
  success: [200],
});
