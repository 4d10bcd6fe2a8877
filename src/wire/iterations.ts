import * as v from 'valibot';
import { inPath, inQuery, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text, timestamp } from './parameters.ts';
import { integer, maybeInteger, maybeText } from './records.ts';

/** `state` is 1 upcoming, 2 current, 3 closed; automatic cadences set no title; dates are `YYYY-MM-DD`. */
export const iteration = v.object({
  id: integer,
  iid: maybeInteger,
  sequence: maybeInteger,
  group_id: maybeInteger,
  title: maybeText,
  description: maybeText,
  state: integer,
  created_at: maybeText,
  updated_at: maybeText,
  start_date: maybeText,
  due_date: maybeText,
  web_url: maybeText,
});

export type Iteration = v.InferOutput<typeof iteration>;

const filters = {
  state: inQuery(v.picklist(['opened', 'upcoming', 'current', 'closed', 'all', 'started']), { default: 'all' }),
  search: inQuery(text),
  in: inQuery(v.array(v.picklist(['title', 'cadence_title'])), { since: '16.2' }),
  include_ancestors: inQuery(v.boolean(), { default: true }),
  include_descendants: inQuery(v.boolean(), { default: false, since: '16.7' }),
  updated_before: inQuery(timestamp, { since: '15.10' }),
  updated_after: inQuery(timestamp, { since: '15.10' }),
};

/** T1: includes parent groups by default. */
export const listGroupIterations = operation({
  reference: 'T1',
  method: 'GET',
  path: '/groups/:id/iterations',
  parameters: { id: inPath(idOrPath), ...filters, ...paging },
  answer: pageOf(iteration),
  success: [200],
  tier: 'premium',
  since: '13.5',
});

export const listProjectIterations = operation({
  reference: 'T2',
  method: 'GET',
  path: '/projects/:id/iterations',
  parameters: { id: inPath(idOrPath), ...filters, ...paging },
  answer: pageOf(iteration),
  success: [200],
  tier: 'premium',
});
