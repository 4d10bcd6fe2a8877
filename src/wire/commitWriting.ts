import * as v from 'valibot';
import { commitDetail } from './commits.ts';
import { inBody, inPath, json, operation, requiredInBody } from './operation.ts';
import { idOrPath, text } from './parameters.ts';

export const commitAction = v.object({
  action: v.picklist(['create', 'delete', 'move', 'update', 'chmod']),
  file_path: text,
  /** For `move`. */
  previous_path: v.optional(text),
  /** Required by `create` and `update`; optional for `move`. */
  content: v.optional(v.string()),
  encoding: v.optional(v.picklist(['text', 'base64'])),
  /** Rejects files changed since. For `update`, `move`, `delete`. */
  last_commit_id: v.optional(text),
  execute_filemode: v.optional(v.boolean()),
});

export type CommitAction = v.InferInput<typeof commitAction>;

/** C2: `start_branch` or `start_sha` creates `branch`. */
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
