import * as v from 'valibot';
import { mergeRequest } from './mergeRequests.ts';
import { inBody, inPath, inQuery, json, operation, pageOf, requiredInBody, requiredInQuery } from './operation.ts';
import { idOrPath, paging, text, timestamp } from './parameters.ts';
import {
  digits,
  eitherOf,
  integer,
  maybeFlag,
  maybeInteger,
  maybeText,
  sha,
  shaOrEmpty,
  shortSha,
  userSummary,
} from './records.ts';

const stats = v.object({ additions: integer, deletions: integer, total: integer });

const pipelineSummary = v.object({ id: integer, sha, ref: maybeText, status: v.string(), web_url: maybeText });

/** `created_at` equals `committed_date`. Servers may omit the SHA; `id` and `short_id` are empty then. */
export const commit = v.object({
  id: v.nullable(shaOrEmpty, ''),
  short_id: v.nullable(shortSha, ''),
  title: v.string(),
  message: v.string(),
  author_name: v.string(),
  author_email: v.string(),
  authored_date: v.optional(v.string()),
  committer_name: v.string(),
  committer_email: v.string(),
  committed_date: v.optional(v.string()),
  created_at: v.string(),
  parent_ids: v.nullish(v.array(sha), []),
  web_url: v.optional(v.string()),
  trailers: v.nullish(v.record(v.string(), v.string()), {}),
  extended_trailers: v.nullish(v.record(v.string(), v.array(v.string()))),
  stats: v.optional(stats),
});

export type Commit = v.InferOutput<typeof commit>;

/** Commit with statistics and pipeline. */
export const commitDetail = v.object({
  ...commit.entries,
  project_id: maybeInteger,
  status: maybeText,
  last_pipeline: v.nullish(pipelineSummary),
});

export type CommitDetail = v.InferOutput<typeof commitDetail>;

export const commitRef = v.object({ type: v.string(), name: v.string() });

export type CommitRef = v.InferOutput<typeof commitRef>;

/** Starts each diff with `--- a/…` and `+++ b/…` lines. */
export const unidiff = inQuery(v.boolean(), { default: false, since: '16.5' });

/** `diff` is empty for binary, collapsed and too large files; without `unidiff`, it starts at the first hunk. */
export const diffEntry = v.object({
  diff: v.string(),
  old_path: v.string(),
  new_path: v.string(),
  a_mode: maybeText,
  b_mode: maybeText,
  new_file: v.boolean(),
  renamed_file: v.boolean(),
  deleted_file: v.boolean(),
  generated_file: maybeFlag,
  collapsed: maybeFlag,
  too_large: maybeFlag,
});

export type DiffEntry = v.InferOutput<typeof diffEntry>;

/** Status of a job or external check. */
export const commitStatus = v.object({
  id: integer,
  sha,
  ref: maybeText,
  status: v.string(),
  name: v.nullish(v.string(), 'default'),
  target_url: maybeText,
  description: maybeText,
  created_at: maybeText,
  started_at: maybeText,
  finished_at: maybeText,
  allow_failure: v.nullish(v.boolean(), false),
  coverage: v.nullish(v.number()),
  pipeline_id: maybeInteger,
  author: v.nullish(userSummary),
});

export type CommitStatus = v.InferOutput<typeof commitStatus>;

/** Properties depend on `signature_type` (`PGP`, `X509`, `SSH`). SSH has no `verification_status` before 16.0. */
export const commitSignature = v.object({
  signature_type: v.string(),
  verification_status: v.nullish(v.string(), 'unknown'),
  commit_source: maybeText,
  gpg_key_id: maybeInteger,
  gpg_key_primary_keyid: maybeText,
  gpg_key_user_name: maybeText,
  gpg_key_user_email: maybeText,
  gpg_key_subkey_id: v.nullish(v.union([v.string(), integer])),
  key: v.nullish(
    v.object({
      id: integer,
      title: maybeText,
      created_at: maybeText,
      expires_at: maybeText,
      key: maybeText,
      usage_type: maybeText,
    }),
  ),
  x509_certificate: v.nullish(
    v.object({
      id: integer,
      subject: maybeText,
      subject_key_identifier: maybeText,
      email: maybeText,
      serial_number: v.nullish(digits),
      certificate_status: maybeText,
      x509_issuer: v.nullish(
        v.object({ id: integer, subject: maybeText, subject_key_identifier: maybeText, crl_url: maybeText }),
      ),
    }),
  ),
});

export type CommitSignature = v.InferOutput<typeof commitSignature>;

const dryRunPassed = v.object({ dry_run: v.literal('success') });

const pickOrRevertResult = eitherOf(
  dryRunPassed,
  commit,
  (answer) => typeof answer === 'object' && answer !== null && 'dry_run' in answer,
);

/** C1: newest first (`order=topo`: children before parents). `ref_name` accepts `a..b`. No totals. */
export const listCommits = operation({
  reference: 'C1',
  method: 'GET',
  path: '/projects/:id/repository/commits',
  parameters: {
    id: inPath(idOrPath),
    ref_name: inQuery(text),
    since: inQuery(timestamp),
    until: inQuery(timestamp),
    path: inQuery(text),
    author: inQuery(text, { since: '15.10' }),
    all: inQuery(v.boolean()),
    with_stats: inQuery(v.boolean()),
    first_parent: inQuery(v.boolean()),
    order: inQuery(v.picklist(['default', 'topo']), { default: 'default' }),
    trailers: inQuery(v.boolean()),
    ...paging,
  },
  answer: pageOf(commit),
  success: [200],
});

/** R14: messages and SHAs, on the default branch unless `ref` is set. */
export const searchCommits = operation({
  reference: 'R14',
  method: 'GET',
  path: '/projects/:id/search',
  parameters: {
    id: inPath(idOrPath),
    scope: requiredInQuery(v.literal('commits')),
    search: requiredInQuery(text),
    ref: inQuery(text),
    ...paging,
  },
  answer: pageOf(commit),
  success: [200],
});

/** C3: `sha` may be a branch or tag. */
export const getCommit = operation({
  reference: 'C3',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha',
  parameters: { id: inPath(idOrPath), sha: inPath(text), stats: inQuery(v.boolean(), { default: true }) },
  answer: json(commitDetail),
  success: [200],
});

export const listCommitRefs = operation({
  reference: 'C4',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/refs',
  parameters: {
    id: inPath(idOrPath),
    sha: inPath(text),
    type: inQuery(v.picklist(['branch', 'tag', 'all']), { default: 'all' }),
    ...paging,
  },
  answer: pageOf(commitRef),
  success: [200],
});

/** C5: 400 with `error_code` `conflict`, or `empty` if already applied; other refusals have no code. */
export const cherryPickCommit = operation({
  reference: 'C5',
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/cherry_pick',
  parameters: {
    id: inPath(idOrPath),
    sha: inPath(text),
    branch: requiredInBody(text),
    dry_run: inBody(v.boolean(), { default: false, since: '13.3' }),
    message: inBody(v.string(), { since: '14.0' }),
  },
  answer: json(pickOrRevertResult),
  success: [200, 201],
});

/** C6: refusals as for C5. */
export const revertCommit = operation({
  reference: 'C6',
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/revert',
  parameters: {
    id: inPath(idOrPath),
    sha: inPath(text),
    branch: requiredInBody(text),
    dry_run: inBody(v.boolean(), { default: false, since: '13.3' }),
  },
  answer: json(pickOrRevertResult),
  success: [200, 201],
});

/** C7: relative to the first parent, sorted by path. */
export const listCommitDiff = operation({
  reference: 'C7',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/diff',
  parameters: { id: inPath(idOrPath), sha: inPath(text), unidiff, ...paging },
  answer: pageOf(diffEntry),
  success: [200],
});

/** C11: the latest status of each name, or `all`. Requires sign-in. */
export const listCommitStatuses = operation({
  reference: 'C11',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/statuses',
  parameters: {
    id: inPath(idOrPath),
    sha: inPath(text),
    ref: inQuery(text),
    stage: inQuery(text),
    name: inQuery(text),
    all: inQuery(v.boolean(), { default: false }),
    pipeline_id: inQuery(integer, { since: '17.9' }),
    order_by: inQuery(v.picklist(['id', 'pipeline_id']), { default: 'id', since: '17.9' }),
    sort: inQuery(v.picklist(['asc', 'desc']), { default: 'asc', since: '17.9' }),
    ...paging,
  },
  answer: pageOf(commitStatus),
  success: [200],
});

export const listCommitMergeRequests = operation({
  reference: 'C13',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/merge_requests',
  parameters: {
    id: inPath(idOrPath),
    sha: inPath(text),
    state: inQuery(v.picklist(['opened', 'closed', 'locked', 'merged', 'all'])),
    ...paging,
  },
  answer: pageOf(mergeRequest),
  success: [200],
});

/** C14: 404 for an unsigned commit. */
export const getCommitSignature = operation({
  reference: 'C14',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/signature',
  parameters: { id: inPath(idOrPath), sha: inPath(text) },
  answer: json(commitSignature),
  success: [200],
});

/** C4b: number of commits reachable from it, including itself. */
export const getCommitSequence = operation({
  reference: 'C4b',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/sequence',
  parameters: { id: inPath(idOrPath), sha: inPath(text), first_parent: inQuery(v.boolean(), { default: false }) },
  answer: json(v.object({ count: integer })),
  success: [200],
  since: '16.9',
});
