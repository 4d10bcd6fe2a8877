import * as v from 'valibot';
import { inQuery, operation, pageOf } from './operation.ts';
import { paging } from './parameters.ts';
import { maybeInteger, maybeText } from './records.ts';

/** `note` is set if the event is a comment; `noteable_iid` counts per project. */
const event = v.object({
  project_id: maybeInteger,
  note: v.nullish(v.object({ noteable_type: maybeText, noteable_iid: maybeInteger })),
});

/** U7: the user's own events, newest first, kept for some years. */
export const listEvents = operation({
  reference: 'U7',
  method: 'GET',
  path: '/events',
  parameters: { action: inQuery(v.literal('commented')), ...paging },
  answer: pageOf(event),
  success: [200],
});
