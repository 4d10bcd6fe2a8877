import * as v from 'valibot';
import { commitDetail } from './commits.ts';
import { inBody, inPath, json, operation, requiredInBody } from './operation.ts';
import { idOrPath, text } from './parameters.ts';

/** One change of a file within a new commit. */
export const commitAction = v.object({
  action: v.picklist(['create', 'delete', 'move', 'update', 'chmod']),
  file_path: text,
  /** Former path; only for `move`. */
  previous_path: v.optional(text),
  /** Needed by `create` and `update`; a `move` without it keeps the content. */
  content: v.optional(v.string()),
  encoding: v.optional(v.picklist(['text', 'base64'])),
  /** Last known commit of the file; a file changed since is refused. Only for `update`, `move`, `delete`. */
  last_commit_id: v.optional(text),
  execute_filemode: v.optional(v.boolean()),
});

/** One change of a file within a new commit. */
export type CommitAction = v.InferInput<typeof commitAction>;

/** C2: one commit of many changes, on a branch or on a new one from `start_branch` or `start_sha`. */
export const createCommit = operation({
  reference: 'C2',
  method: 'POST',
  path: '/projects/:id/repository/commits',
  parameters: {
    id: inPath(idOrPath),
    branch: requiredInBody(text),
    commit_message: requiredInBody(v.string()),
    start_branch: inBody(text),
    start_sha: inBody(text),
    start_project: inBody(idOrPath),
    actions: requiredInBody(v.array(commitAction)),
    author_email: inBody(text),
    author_name: inBody(text),
    stats: inBody(v.boolean(), { default: true }),
    force: inBody(v.boolean(), { default: false }),
  },
  answer: json(commitDetail),
  success: [201, 200],
});
