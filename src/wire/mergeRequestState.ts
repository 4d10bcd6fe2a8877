import * as v from 'valibot';
import { bytes, inPath, inQuery, json, operation, pageOf, unreadJson } from './operation.ts';
import { idOrPath, paging } from './parameters.ts';
import { integer, maybeFlag, maybeInteger, maybeText, userSummary } from './records.ts';

const place = { id: inPath(idOrPath), merge_request_iid: inPath(integer) };
const root = '/projects/:id/merge_requests/:merge_request_iid';

/** Free servers don't report required approvals. */
export const approvals = v.object({
  approvals_required: maybeInteger,
  approvals_left: maybeInteger,
  approved_by: v.nullish(v.array(v.object({ user: v.nullish(userSummary) })), []),
  /** Approval of the current user. */
  user_has_approved: maybeFlag,
  user_can_approve: maybeFlag,
  /** Password, or in newer releases another authentication. */
  require_password_to_approve: maybeFlag,
  require_reauthentication_to_approve: maybeFlag,
});

export type Approvals = v.InferOutput<typeof approvals>;

export const approvalRule = v.object({
  name: v.string(),
  /** `regular`, `code_owner`, `any_approver`, `report_approver`. */
  rule_type: maybeText,
  approvals_required: v.optional(integer, 0),
  approved: maybeFlag,
  eligible_approvers: v.nullish(v.array(userSummary), []),
  approved_by: v.nullish(v.array(userSummary), []),
  /** Section of CODEOWNERS. */
  section: maybeText,
});

export type ApprovalRule = v.InferOutput<typeof approvalRule>;

export const getMergeRequestApprovals = operation({
  reference: 'MR17',
  method: 'GET',
  path: `${root}/approvals`,
  parameters: place,
  answer: json(approvals),
  success: [200],
});

export const getMergeRequestApprovalState = operation({
  reference: 'MR18',
  method: 'GET',
  path: `${root}/approval_state`,
  parameters: place,
  answer: json(v.object({ rules: v.nullish(v.array(approvalRule), []) })),
  success: [200],
  tier: 'premium',
});

/** MR19: 404 or 304 without an approval. */
export const unapproveMergeRequest = operation({
  reference: 'MR19',
  method: 'POST',
  path: `${root}/unapprove`,
  parameters: place,
  answer: unreadJson,
  success: [201, 200, 304],
});

export const pipeline = v.object({
  id: integer,
  project_id: maybeInteger,
  ref: maybeText,
  status: v.string(),
  source: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  web_url: maybeText,
});

export type PipelineRecord = v.InferOutput<typeof pipeline>;

export const job = v.object({
  id: integer,
  name: v.string(),
  stage: maybeText,
  status: v.string(),
  allow_failure: maybeFlag,
  /** Seconds. */
  duration: v.nullish(v.number()),
  /** Such as `script_failure`. */
  failure_reason: maybeText,
  web_url: maybeText,
  pipeline: v.nullish(v.object({ id: integer, ref: maybeText })),
  /** `junit` for a test report. */
  artifacts: v.nullish(v.array(v.object({ file_type: maybeText }))),
});

export type JobRecord = v.InferOutput<typeof job>;

/** MR20: newest first. */
export const listMergeRequestPipelines = operation({
  reference: 'MR20',
  method: 'GET',
  path: `${root}/pipelines`,
  parameters: { ...place, ...paging },
  answer: pageOf(pipeline),
  success: [200],
});

/** CI1: newest first; retried jobs only with `include_retried`. */
export const listPipelineJobs = operation({
  reference: 'CI1',
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/jobs',
  parameters: {
    id: inPath(idOrPath),
    pipeline_id: inPath(integer),
    include_retried: inQuery(v.boolean(), { default: false }),
    ...paging,
  },
  answer: pageOf(job),
  success: [200],
});

/** CI2: contains ANSI escape codes; empty without a log. Servers that don't know `byte_offset` answer the whole. */
export const getJobLog = operation({
  reference: 'CI2',
  method: 'GET',
  path: '/projects/:id/jobs/:job_id/trace',
  parameters: { id: inPath(idOrPath), job_id: inPath(integer), byte_offset: inQuery(integer) },
  answer: bytes,
  success: [200],
});
