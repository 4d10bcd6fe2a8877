import * as v from 'valibot';
import { commit, diffEntry } from './commits.ts';
import { inPath, inQuery, json, longJson, operation, requiredInQuery } from './operation.ts';
import { idOrPath, text } from './parameters.ts';
import { integer, maybeFlag, maybeText, sha } from './records.ts';

/** A file at a ref with its content in base64 and the commit that changed it last. */
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

/** A file at a ref. */
export type RepositoryFile = v.InferOutput<typeof repositoryFile>;

/** What lies between two refs. */
export const comparison = v.object({
  commit: v.nullish(commit),
  commits: v.array(commit),
  diffs: v.array(diffEntry),
  compare_timeout: maybeFlag,
  compare_same_ref: maybeFlag,
  web_url: maybeText,
});

/** What lies between two refs. */
export type Comparison = v.InferOutput<typeof comparison>;

/** R6: a file at a ref with the commit that changed it last. */
export const getFile = operation({
  reference: 'R6',
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path',
  parameters: { id: inPath(idOrPath), file_path: inPath(text), ref: requiredInQuery(text) },
  answer: longJson(repositoryFile),
  success: [200],
});

/** R8: commits and files between two refs; `straight` compares the refs themselves, not from their common ancestor. */
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

/** R10: the best common ancestor of two or more refs; 404 when their histories share nothing. */
export const getMergeBase = operation({
  reference: 'R10',
  method: 'GET',
  path: '/projects/:id/repository/merge_base',
  parameters: { id: inPath(idOrPath), refs: requiredInQuery(v.pipe(v.array(text), v.minLength(2), v.readonly())) },
  answer: json(commit),
  success: [200],
});
