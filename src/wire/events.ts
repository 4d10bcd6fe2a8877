import * as v from 'valibot';
import { inQuery, operation, pageOf } from './operation.ts';
import { paging } from './parameters.ts';
import { maybeInteger, maybeText } from './records.ts';

/** `note` is set for comments; `noteable_iid` counts per project. */
const event = v.object({
  project_id: maybeInteger,
  note: v.nullish(v.object({ noteable_type: maybeText, noteable_iid: maybeInteger })),
});

/** U7: newest first, kept for some years. */
export const listEvents = operation({
  reference: 'U7',
  method: 'GET',
  path: '/events',
  parameters: { action: inQuery(v.literal('commented')), ...paging },
  answer: pageOf(event),
  success: [200],
});
