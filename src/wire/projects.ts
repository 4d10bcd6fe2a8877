import * as v from 'valibot';
import { commit } from './commits.ts';
import {
  bytes,
  inPath,
  inQuery,
  json,
  nothing,
  operation,
  pageOf,
  requiredInBody,
  requiredInQuery,
} from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeFlag, maybeInteger, maybeSha, maybeText } from './records.ts';

const access = v.nullish(v.object({ access_level: maybeInteger }));

const basicProject = v.object({
  id: integer,
  name: v.string(),
  path: v.string(),
  path_with_namespace: v.string(),
  web_url: v.string(),
  default_branch: maybeText,
});

/**
 * `default_branch` requires permission to read code, and in an empty repository doesn't exist. `permissions` requires
 * sign-in; `forked_from_project` may be hidden.
 */
export const project = v.object({
  id: integer,
  name: v.string(),
  name_with_namespace: maybeText,
  path: v.string(),
  path_with_namespace: v.string(),
  description: maybeText,
  default_branch: maybeText,
  web_url: v.string(),
  http_url_to_repo: maybeText,
  ssh_url_to_repo: maybeText,
  visibility: maybeText,
  archived: maybeFlag,
  empty_repo: maybeFlag,
  /** `never`, `always`, `default_on` or `default_off`. */
  squash_option: maybeText,
  /** `merge`, `rebase_merge` or `ff`: the last two need a source branch that contains the tip of its target. */
  merge_method: maybeText,
  /** Premium. */
  merge_trains_enabled: maybeFlag,
  /** Default description of merge requests; Premium. */
  merge_requests_template: maybeText,
  forked_from_project: v.nullish(basicProject),
  /** Of a fork: new merge requests are for itself, not for its parent. */
  mr_default_target_self: maybeFlag,
  permissions: v.nullish(v.object({ project_access: access, group_access: access })),
});

export type Project = v.InferOutput<typeof project>;

export const branch = v.object({
  name: v.string(),
  commit,
  merged: maybeFlag,
  protected: maybeFlag,
  default: maybeFlag,
  can_push: maybeFlag,
  developers_can_push: maybeFlag,
  developers_can_merge: maybeFlag,
  web_url: maybeText,
});

export type Branch = v.InferOutput<typeof branch>;

/** `message` is null for lightweight tags; `target` is the tag object. */
export const tag = v.object({
  name: v.string(),
  message: maybeText,
  target: maybeSha,
  commit: v.nullish(commit),
  protected: maybeFlag,
  created_at: maybeText,
});

export type Tag = v.InferOutput<typeof tag>;

/** R1: `membership` limits to the user's own. */
export const listProjects = operation({
  reference: 'R1',
  method: 'GET',
  path: '/projects',
  parameters: {
    membership: inQuery(v.boolean()),
    search: inQuery(text),
    search_namespaces: inQuery(v.boolean()),
    order_by: inQuery(v.picklist(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'])),
    ...paging,
  },
  answer: pageOf(project),
  success: [200],
});

/** R2: 301 if the project has moved. */
export const getProject = operation({
  reference: 'R2',
  method: 'GET',
  path: '/projects/:id',
  parameters: { id: inPath(idOrPath) },
  answer: json(project),
  success: [200],
});

/** R3: sorted by name; `search` matches part of it, `^start` or `end$`. */
export const listBranches = operation({
  reference: 'R3',
  method: 'GET',
  path: '/projects/:id/repository/branches',
  parameters: { id: inPath(idOrPath), search: inQuery(text), ...paging },
  answer: pageOf(branch),
  success: [200],
});

export const getBranch = operation({
  reference: 'R4',
  method: 'GET',
  path: '/projects/:id/repository/branches/:branch',
  parameters: { id: inPath(idOrPath), branch: inPath(text) },
  answer: json(branch),
  success: [200],
});

/** R15: `ref` is a SHA, branch or tag. 400 if the branch exists. */
export const createBranch = operation({
  reference: 'R15',
  method: 'POST',
  path: '/projects/:id/repository/branches',
  parameters: { id: inPath(idOrPath), branch: requiredInBody(text), ref: requiredInBody(text) },
  answer: json(branch),
  success: [201],
});

/** R16: commits remain until garbage collection. */
export const deleteBranch = operation({
  reference: 'R16',
  method: 'DELETE',
  path: '/projects/:id/repository/branches/:branch',
  parameters: { id: inPath(idOrPath), branch: inPath(text) },
  answer: nothing,
  success: [204],
});

/** R5: `ref` defaults to the default branch. */
export const getRawFile = operation({
  reference: 'R5',
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path/raw',
  parameters: { id: inPath(idOrPath), file_path: inPath(text), ref: inQuery(text) },
  answer: bytes,
  success: [200],
});

/** R9: `search` as in R3. */
export const listTags = operation({
  reference: 'R9',
  method: 'GET',
  path: '/projects/:id/repository/tags',
  parameters: {
    id: inPath(idOrPath),
    search: inQuery(text),
    order_by: inQuery(v.picklist(['name', 'updated']), { default: 'updated' }),
    sort: inQuery(v.picklist(['asc', 'desc']), { default: 'desc' }),
    ...paging,
  },
  answer: pageOf(tag),
  success: [200],
});

/**
 * R17: Markdown from the trailer `Changelog`; writes nothing. `from` defaults to the highest stable version tag below
 * `version`; 422 if there is none.
 */
export const getChangelog = operation({
  reference: 'R17',
  method: 'GET',
  path: '/projects/:id/repository/changelog',
  parameters: { id: inPath(idOrPath), version: requiredInQuery(text), from: inQuery(text), to: inQuery(text) },
  answer: json(v.object({ notes: v.string() })),
  success: [200],
  since: '14.6',
});
