import * as v from 'valibot';
import { bytes, inPath, json, operation, pageOf, unreadJson } from './operation.ts';
import { idOrPath, paging } from './parameters.ts';
import { integer, maybeFlag, maybeInteger, maybeText, userSummary } from './records.ts';

const place = { id: inPath(idOrPath), merge_request_iid: inPath(integer) };
const root = '/projects/:id/merge_requests/:merge_request_iid';

/** The approvals of a merge request. Community builds do not count what is required. */
export const approvals = v.object({
  approvals_required: maybeInteger,
  approvals_left: maybeInteger,
  approved_by: v.nullish(v.array(v.object({ user: v.nullish(userSummary) })), []),
  /** Of the account that asks. */
  user_has_approved: maybeFlag,
  user_can_approve: maybeFlag,
  /** Whether an approval asks for the password of the approver, or newer releases for another sign-in. */
  require_password_to_approve: maybeFlag,
  require_reauthentication_to_approve: maybeFlag,
});

/** The approvals of a merge request. */
export type Approvals = v.InferOutput<typeof approvals>;

/** A rule for the approval of a merge request: who may approve by it, and who has. */
export const approvalRule = v.object({
  name: v.string(),
  /** `regular`, `code_owner`, `any_approver`, `report_approver`. */
  rule_type: maybeText,
  approvals_required: v.optional(integer, 0),
  approved: maybeFlag,
  eligible_approvers: v.nullish(v.array(userSummary), []),
  approved_by: v.nullish(v.array(userSummary), []),
  /** Section of the file of code owners. */
  section: maybeText,
});

/** A rule for the approval of a merge request. */
export type ApprovalRule = v.InferOutput<typeof approvalRule>;

/** MR17: who has approved a merge request. */
export const getMergeRequestApprovals = operation({
  reference: 'MR17',
  method: 'GET',
  path: `${root}/approvals`,
  parameters: place,
  answer: json(approvals),
  success: [200],
});

/** MR18: the rules for the approval of a merge request. */
export const getMergeRequestApprovalState = operation({
  reference: 'MR18',
  method: 'GET',
  path: `${root}/approval_state`,
  parameters: place,
  answer: json(v.object({ rules: v.nullish(v.array(approvalRule), []) })),
  success: [200],
  tier: 'premium',
});

/** MR19: takes back one's approval. 404, newer 304, for a user who has not approved. */
export const unapproveMergeRequest = operation({
  reference: 'MR19',
  method: 'POST',
  path: `${root}/unapprove`,
  parameters: place,
  answer: unreadJson,
  success: [201, 200, 304],
});

/** A pipeline as lists return it. */
export const pipeline = v.object({
  id: integer,
  /** That of a fork for its pipelines. */
  project_id: maybeInteger,
  status: v.string(),
  source: maybeText,
  created_at: maybeText,
  web_url: maybeText,
});

/** A pipeline as lists return it. */
export type PipelineRecord = v.InferOutput<typeof pipeline>;

/** A job of a pipeline. */
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
});

/** A job of a pipeline. */
export type JobRecord = v.InferOutput<typeof job>;

/** MR20: the pipelines of a merge request, newest first. */
export const listMergeRequestPipelines = operation({
  reference: 'MR20',
  method: 'GET',
  path: `${root}/pipelines`,
  parameters: { ...place, ...paging },
  answer: pageOf(pipeline),
  success: [200],
});

/** CI1: the jobs of a pipeline, newest first, without those that were run again. */
export const listPipelineJobs = operation({
  reference: 'CI1',
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/jobs',
  parameters: { id: inPath(idOrPath), pipeline_id: inPath(integer), ...paging },
  answer: pageOf(job),
  success: [200],
});

/** CI2: the log of a job, with the codes of its terminal. Empty for a job without one. */
export const getJobLog = operation({
  reference: 'CI2',
  method: 'GET',
  path: '/projects/:id/jobs/:job_id/trace',
  parameters: { id: inPath(idOrPath), job_id: inPath(integer) },
  answer: bytes,
  success: [200],
});
