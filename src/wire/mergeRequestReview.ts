import * as v from 'valibot';
import { commit, diffEntry, unidiff } from './commits.ts';
import { mergeRequest } from './mergeRequests.ts';
import { discussion, givenPosition, note, orCarriedOut, suggestion } from './notes.ts';
import {
  inBody,
  inPath,
  inQuery,
  json,
  longJson,
  nothing,
  unreadJson,
  operation,
  pageOf,
  requiredInBody,
} from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeFlag, maybeInteger, maybeSha, maybeText, userSummary } from './records.ts';

const diffRefs = v.object({ base_sha: maybeSha, head_sha: maybeSha, start_sha: maybeSha });

/** Right after creation, `diff_refs` and `changes_count` may be null. */
export const mergeRequestDetail = v.object({
  ...mergeRequest.entries,
  diff_refs: v.nullish(diffRefs),
  /** `1000+` if not counted completely. */
  changes_count: maybeText,
  /** May be of an older commit; with the SHA of a merge where `ref` ends with `/merge` or `/train`. */
  head_pipeline: v.nullish(
    v.object({ id: integer, status: v.string(), sha: maybeSha, ref: maybeText, web_url: maybeText }),
  ),
  user: v.nullish(v.object({ can_merge: maybeFlag })),
  /** Error of the last merge or rebase. */
  merge_error: maybeText,
  /** Only if requested, as the number of commits that the source branch lacks. */
  rebase_in_progress: maybeFlag,
  diverged_commits_count: maybeInteger,
  merged_by: v.nullish(userSummary),
  closed_by: v.nullish(userSummary),
  assignees: v.nullish(v.array(userSummary)),
  has_conflicts: maybeFlag,
  /** Selected, and effective by the project's settings. */
  squash: maybeFlag,
  squash_on_merge: maybeFlag,
  blocking_discussions_resolved: maybeFlag,
});

export type MergeRequestDetail = v.InferOutput<typeof mergeRequestDetail>;

/** Each push creates a version. */
export const mergeRequestVersion = v.object({
  id: integer,
  head_commit_sha: maybeSha,
  base_commit_sha: maybeSha,
  start_commit_sha: maybeSha,
  created_at: maybeText,
  merge_request_id: integer,
  state: maybeText,
  real_size: maybeText,
  patch_id_sha: maybeSha,
});

export type MergeRequestVersion = v.InferOutput<typeof mergeRequestVersion>;

export const mergeRequestVersionDetail = v.object({
  ...mergeRequestVersion.entries,
  commits: v.optional(v.array(commit), []),
  diffs: v.optional(v.array(diffEntry), []),
});

const place = { id: inPath(idOrPath), merge_request_iid: inPath(integer) };
const root = '/projects/:id/merge_requests/:merge_request_iid';

export const getMergeRequest = operation({
  reference: 'MR2',
  method: 'GET',
  path: root,
  parameters: {
    ...place,
    include_diverged_commits_count: inQuery(v.boolean()),
    include_rebase_in_progress: inQuery(v.boolean()),
  },
  answer: json(mergeRequestDetail),
  success: [200],
});

/** MR3: newest first. */
export const listMergeRequestVersions = operation({
  reference: 'MR3',
  method: 'GET',
  path: `${root}/versions`,
  parameters: { ...place, ...paging },
  answer: pageOf(mergeRequestVersion),
  success: [200],
});

export const getMergeRequestVersion = operation({
  reference: 'MR4',
  method: 'GET',
  path: `${root}/versions/:version_id`,
  parameters: { ...place, version_id: inPath(integer), unidiff },
  answer: longJson(mergeRequestVersionDetail),
  success: [200],
});

export const listMergeRequestDiffs = operation({
  reference: 'MR5',
  method: 'GET',
  path: `${root}/diffs`,
  parameters: { ...place, unidiff, ...paging },
  answer: pageOf(diffEntry),
  success: [200],
  since: '15.7',
});

/** MR6: oldest first. */
export const listMergeRequestDiscussions = operation({
  reference: 'MR6',
  method: 'GET',
  path: `${root}/discussions`,
  parameters: { ...place, ...paging },
  answer: pageOf(discussion),
  success: [200],
});

/** MR7: on a line with `position`. */
export const createMergeRequestDiscussion = operation({
  reference: 'MR7',
  method: 'POST',
  path: `${root}/discussions`,
  parameters: {
    ...place,
    body: requiredInBody(v.string()),
    position: inBody(givenPosition),
    commit_id: inBody(v.string()),
  },
  answer: json(orCarriedOut(discussion)),
  success: [201, 202],
});

export const replyToMergeRequestDiscussion = operation({
  reference: 'MR8',
  method: 'POST',
  path: `${root}/discussions/:discussion_id/notes`,
  parameters: { ...place, discussion_id: inPath(text), body: requiredInBody(v.string()) },
  answer: json(orCarriedOut(note)),
  success: [201, 202],
});

/** MR9: resolves or reopens a thread. */
export const resolveMergeRequestDiscussion = operation({
  reference: 'MR9',
  method: 'PUT',
  path: `${root}/discussions/:discussion_id`,
  parameters: { ...place, discussion_id: inPath(text), resolved: requiredInBody(v.boolean()) },
  answer: json(discussion),
  success: [200],
});

/** MR10: newest first by default. */
export const listMergeRequestNotes = operation({
  reference: 'MR10',
  method: 'GET',
  path: `${root}/notes`,
  parameters: {
    ...place,
    sort: inQuery(v.picklist(['asc', 'desc']), { default: 'desc' }),
    order_by: inQuery(v.picklist(['created_at', 'updated_at']), { default: 'created_at' }),
    ...paging,
  },
  answer: pageOf(note),
  success: [200],
});

/** MR11: 202 if the text had only quick actions. */
export const createMergeRequestNote = operation({
  reference: 'MR11',
  method: 'POST',
  path: `${root}/notes`,
  parameters: { ...place, body: requiredInBody(v.string()), internal: inBody(v.boolean()) },
  answer: json(orCarriedOut(note)),
  success: [201, 202],
});

/** MR12: newest first. */
export const listMergeRequestCommits = operation({
  reference: 'MR12',
  method: 'GET',
  path: `${root}/commits`,
  parameters: { ...place, ...paging },
  answer: pageOf(commit),
  success: [200],
});

/** MR13: `sha` must be the head. 304 if already approved. */
export const approveMergeRequest = operation({
  reference: 'MR13',
  method: 'POST',
  path: `${root}/approve`,
  parameters: { ...place, sha: inBody(text) },
  answer: unreadJson,
  success: [201, 200, 304],
});

const notePlace = { ...place, note_id: inPath(integer) };
const oneNote = `${root}/notes/:note_id`;

/** MR21: includes notes of threads. */
export const getMergeRequestNote = operation({
  reference: 'MR21',
  method: 'GET',
  path: oneNote,
  parameters: notePlace,
  answer: json(note),
  success: [200],
});

/** MR22: quick actions alone delete the note. */
export const updateMergeRequestNote = operation({
  reference: 'MR22',
  method: 'PUT',
  path: oneNote,
  parameters: { ...notePlace, body: requiredInBody(v.string()) },
  answer: json(orCarriedOut(note)),
  success: [200, 202],
});

export const deleteMergeRequestNote = operation({
  reference: 'MR23',
  method: 'DELETE',
  path: oneNote,
  parameters: notePlace,
  answer: nothing,
  success: [204],
});

/** MR24: commits to the source branch; the default message comes from the project. */
export const applySuggestion = operation({
  reference: 'MR24',
  method: 'PUT',
  path: '/suggestions/:id/apply',
  parameters: { id: inPath(integer), commit_message: inBody(v.string()) },
  answer: json(suggestion),
  success: [200],
});

/** MR25: one commit for a merge request. */
export const applySuggestions = operation({
  reference: 'MR25',
  method: 'PUT',
  path: '/suggestions/batch_apply',
  parameters: { ids: requiredInBody(v.array(integer)), commit_message: inBody(v.string()) },
  answer: json(v.array(suggestion)),
  success: [200],
});
