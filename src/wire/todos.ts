import * as v from 'valibot';
import { mergeRequest } from './mergeRequests.ts';
import { inQuery, operation, pageOf } from './operation.ts';
import { paging } from './parameters.ts';
import { integer, userSummary } from './records.ts';

/** A to-do item on a merge request. `action_name` is the reason, such as `review_requested`; `author` has caused it. */
const todo = v.object({
  id: integer,
  action_name: v.string(),
  author: v.nullish(userSummary),
  target: v.nullish(mergeRequest),
});

/** A to-do item on a merge request. */
export type Todo = v.InferOutput<typeof todo>;

/** U6: to-do items of the user in a project, those not done, latest first. */
export const listTodos = operation({
  reference: 'U6',
  method: 'GET',
  path: '/todos',
  parameters: {
    project_id: inQuery(integer),
    type: inQuery(v.literal('MergeRequest')),
    ...paging,
  },
  answer: pageOf(todo),
  success: [200],
});
