import * as v from 'valibot';
import { commit, diffEntry } from './commits.ts';
import { inPath, inQuery, json, longJson, operation, requiredInQuery } from './operation.ts';
import { idOrPath, text } from './parameters.ts';
import { integer, maybeFlag, maybeText, sha } from './records.ts';

/** Base64 content, with the last commit. */
export const repositoryFile = v.object({
  file_name: v.string(),
  file_path: v.string(),
  size: integer,
  encoding: v.string(),
  content: v.string(),
  content_sha256: maybeText,
  ref: v.string(),
  blob_id: sha,
  commit_id: sha,
  last_commit_id: sha,
  execute_filemode: maybeFlag,
});

export type RepositoryFile = v.InferOutput<typeof repositoryFile>;

export const comparison = v.object({
  commit: v.nullish(commit),
  commits: v.array(commit),
  diffs: v.array(diffEntry),
  compare_timeout: maybeFlag,
  compare_same_ref: maybeFlag,
  web_url: maybeText,
});

export type Comparison = v.InferOutput<typeof comparison>;

export const getFile = operation({
  reference: 'R6',
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path',
  parameters: { id: inPath(idOrPath), file_path: inPath(text), ref: requiredInQuery(text) },
  answer: longJson(repositoryFile),
  success: [200],
});

/** R8: `straight` is two-dot, without the merge base. */
export const compareRefs = operation({
  reference: 'R8',
  method: 'GET',
  path: '/projects/:id/repository/compare',
  parameters: {
    id: inPath(idOrPath),
    from: requiredInQuery(text),
    to: requiredInQuery(text),
    straight: inQuery(v.boolean(), { default: false }),
  },
  answer: longJson(comparison),
  success: [200],
});

/** R10: 404 for unrelated histories. */
export const getMergeBase = operation({
  reference: 'R10',
  method: 'GET',
  path: '/projects/:id/repository/merge_base',
  parameters: { id: inPath(idOrPath), refs: requiredInQuery(v.pipe(v.array(text), v.minLength(2), v.readonly())) },
  answer: json(commit),
  success: [200],
});
