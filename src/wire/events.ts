import * as v from 'valibot';
import { inQuery, operation, pageOf } from './operation.ts';
import { paging } from './parameters.ts';
import { maybeInteger, maybeText } from './records.ts';

/** Something the user has done. `note` is what was written, where that is what was done; `noteable_iid` counts per project. */
const event = v.object({
  project_id: maybeInteger,
  note: v.nullish(v.object({ noteable_type: maybeText, noteable_iid: maybeInteger })),
});

/** U7: what the user has done, latest first; the service keeps it for some years. */
export const listEvents = operation({
  reference: 'U7',
  method: 'GET',
  path: '/events',
  parameters: { action: inQuery(v.literal('commented')), ...paging },
  answer: pageOf(event),
  success: [200],
});
