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
 * A project. `default_branch` comes to those who may read code, with an empty repository too, and need not be there;
 * `permissions` comes to signed-in users only, and `forked_from_project` to those who may see it.
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
  /** What descriptions of merge requests begin with; Premium. */
  merge_requests_template: maybeText,
  forked_from_project: v.nullish(basicProject),
  permissions: v.nullish(v.object({ project_access: access, group_access: access })),
});

/** A project. */
export type Project = v.InferOutput<typeof project>;

/** A branch with its tip. */
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

/** A branch with its tip. */
export type Branch = v.InferOutput<typeof branch>;

/** A tag; `message` is null for one that is only a name, `target` is the hash of the tag itself. */
export const tag = v.object({
  name: v.string(),
  message: maybeText,
  target: maybeSha,
  commit: v.nullish(commit),
  protected: maybeFlag,
  created_at: maybeText,
});

/** A tag. */
export type Tag = v.InferOutput<typeof tag>;

/** R1: projects the user can see; `membership` keeps those the user belongs to. */
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

/** R2: one project by id or full path; 301 when it has moved. */
export const getProject = operation({
  reference: 'R2',
  method: 'GET',
  path: '/projects/:id',
  parameters: { id: inPath(idOrPath) },
  answer: json(project),
  success: [200],
});

/** R3: branches of a project by name; `search` matches a part of the name, `^start`, `end$`. */
export const listBranches = operation({
  reference: 'R3',
  method: 'GET',
  path: '/projects/:id/repository/branches',
  parameters: { id: inPath(idOrPath), search: inQuery(text), ...paging },
  answer: pageOf(branch),
  success: [200],
});

/** R4: one branch by name. */
export const getBranch = operation({
  reference: 'R4',
  method: 'GET',
  path: '/projects/:id/repository/branches/:branch',
  parameters: { id: inPath(idOrPath), branch: inPath(text) },
  answer: json(branch),
  success: [200],
});

/** R15: makes a branch at a commit, branch or tag. 400 when there is one of that name. */
export const createBranch = operation({
  reference: 'R15',
  method: 'POST',
  path: '/projects/:id/repository/branches',
  parameters: { id: inPath(idOrPath), branch: requiredInBody(text), ref: requiredInBody(text) },
  answer: json(branch),
  success: [201],
});

/** R16: deletes a branch; its commits stay until the server tidies up. */
export const deleteBranch = operation({
  reference: 'R16',
  method: 'DELETE',
  path: '/projects/:id/repository/branches/:branch',
  parameters: { id: inPath(idOrPath), branch: inPath(text) },
  answer: nothing,
  success: [204],
});

/** R5: the bytes of a file at a ref; of the default branch without one. */
export const getRawFile = operation({
  reference: 'R5',
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path/raw',
  parameters: { id: inPath(idOrPath), file_path: inPath(text), ref: inQuery(text) },
  answer: bytes,
  success: [200],
});

/** R9: tags of a project, latest first unless asked otherwise; `search` matches a part of the name, `^start`, `end$`. */
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
 * R17: the changelog of a version as Markdown, without writing anything: the commits of a range that have the trailer
 * `Changelog`. Without `from` it begins at the highest stable version tag below the version; 422 when there is none.
 */
export const getChangelog = operation({
  reference: 'R17',
  method: 'GET',
  path: '/projects/:id/repository/changelog',
  parameters: {
    id: inPath(idOrPath),
    version: requiredInQuery(text),
    from: inQuery(text),
    to: inQuery(text),
  },
  answer: json(v.object({ notes: v.string() })),
  success: [200],
  since: '14.6',
});
