import * as v from 'valibot';
import { mergeRequest } from './mergeRequests.ts';
import { inQuery, operation, pageOf } from './operation.ts';
import { paging } from './parameters.ts';
import { integer, userSummary } from './records.ts';

/** `action_name` is the reason, such as `review_requested`; `author` caused it. */
const todo = v.object({
  id: integer,
  action_name: v.string(),
  author: v.nullish(userSummary),
  target: v.nullish(mergeRequest),
});

export type Todo = v.InferOutput<typeof todo>;

/** U6: pending items, newest first. */
export const listTodos = operation({
  reference: 'U6',
  method: 'GET',
  path: '/todos',
  parameters: { project_id: inQuery(integer), type: inQuery(v.literal('MergeRequest')), ...paging },
  answer: pageOf(todo),
  success: [200],
});
