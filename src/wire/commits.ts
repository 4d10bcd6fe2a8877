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

const pipelineSummary = v.object({
  id: integer,
  sha,
  ref: maybeText,
  status: v.string(),
  web_url: maybeText,
});

/**
 * A commit as lists, cherry-picks and reverts return it; `created_at` equals `committed_date`. Servers may send a commit
 * without its hash: both are empty then.
 */
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

/** A commit as lists return it. */
export type Commit = v.InferOutput<typeof commit>;

/** A commit read alone: with its statistics and the state of its pipeline. */
export const commitDetail = v.object({
  ...commit.entries,
  project_id: maybeInteger,
  status: maybeText,
  last_pipeline: v.nullish(pipelineSummary),
});

/** A commit read alone. */
export type CommitDetail = v.InferOutput<typeof commitDetail>;

/** A branch or tag that contains a commit. */
export const commitRef = v.object({ type: v.string(), name: v.string() });

/** A branch or tag that contains a commit. */
export type CommitRef = v.InferOutput<typeof commitRef>;

/** Asks for diffs with the names of the files (`--- a/…`, `+++ b/…`) above the hunks. */
export const unidiff = inQuery(v.boolean(), { default: false, since: '16.5' });

/** One file of a diff. `diff` holds hunks only, unless `unidiff` asked for more, and is empty for binary, collapsed and too large files. */
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

/** One file of a diff. */
export type DiffEntry = v.InferOutput<typeof diffEntry>;

/** A job or external check that reported on a commit. */
export const commitStatus = v.object({
  id: integer,
  sha,
  ref: maybeText,
  status: v.string(),
  /** Its label; the service's own for one that was set without. */
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

/** A job or external check that reported on a commit. */
export type CommitStatus = v.InferOutput<typeof commitStatus>;

/**
 * Signature of a commit; which members are there depends on `signature_type` (`PGP`, `X509`, `SSH`).
 * `verification_status` is `unknown` where the server does not say: SSH before 16.0.
 */
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

/** Signature of a commit. */
export type CommitSignature = v.InferOutput<typeof commitSignature>;

/** Answer of a dry run that would apply cleanly. */
const dryRunPassed = v.object({ dry_run: v.literal('success') });

/** What a cherry-pick or revert answers: the verdict of a dry run, otherwise the new commit. */
const applied = eitherOf(
  dryRunPassed,
  commit,
  (answer) => typeof answer === 'object' && answer !== null && 'dry_run' in answer,
);

/** C1: commits of a ref or of a range `a..b`, newest first (`order=topo`: children before parents). Never with totals. */
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

/** R14: commits whose message has some words, or whose hash they are, of the default branch unless `ref` names another. */
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

/** C3: one commit by hash, branch or tag. */
export const getCommit = operation({
  reference: 'C3',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha',
  parameters: { id: inPath(idOrPath), sha: inPath(text), stats: inQuery(v.boolean(), { default: true }) },
  answer: json(commitDetail),
  success: [200],
});

/** C4: the branches and tags that contain a commit. */
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

/**
 * C5: applies a commit to a branch as a new commit, or with `dry_run` only says whether it would apply.
 * Refused with 400 and `error_code` `conflict` or `empty` (already there); without a code for other refusals.
 */
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
  answer: json(applied),
  success: [200, 201],
});

/** C6: undoes a commit on a branch by a new commit, or with `dry_run` only says whether that would work. Refusals as C5. */
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
  answer: json(applied),
  success: [200, 201],
});

/** C7: the files a commit changed against its first parent, in the order of their paths. */
export const listCommitDiff = operation({
  reference: 'C7',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/diff',
  parameters: { id: inPath(idOrPath), sha: inPath(text), unidiff, ...paging },
  answer: pageOf(diffEntry),
  success: [200],
});

/** C11: jobs and external checks of a commit; only the latest of each name unless `all`. Needs a signed-in user. */
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

/** C13: merge requests that contain a commit. */
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

/** C14: the signature of a commit; 404 means it is not signed. */
export const getCommitSignature = operation({
  reference: 'C14',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/signature',
  parameters: { id: inPath(idOrPath), sha: inPath(text) },
  answer: json(commitSignature),
  success: [200],
});

/** C4b: how many commits lead to a commit. */
export const getCommitSequence = operation({
  reference: 'C4b',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/sequence',
  parameters: { id: inPath(idOrPath), sha: inPath(text), first_parent: inQuery(v.boolean(), { default: false }) },
  answer: json(v.object({ count: integer })),
  success: [200],
  since: '16.9',
});
