import * as v from 'valibot';
import { inBody, inPath, inQuery, longJson, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeText } from './records.ts';

export const trainCar = v.object({
  id: integer,
  merge_request: v.object({ iid: integer }),
  target_branch: maybeText,
  /** Waiting: `idle`, `fresh`, `stale`; then `merging`, `merged` or `skip_merged`. */
  status: maybeText,
});

/** MR28: in merge order with `asc`. Requires Developer. */
export const listMergeTrain = operation({
  reference: 'MR28',
  method: 'GET',
  path: '/projects/:id/merge_trains/:target_branch',
  parameters: {
    id: inPath(idOrPath),
    target_branch: inPath(text),
    scope: inQuery(v.picklist(['active', 'complete'])),
    sort: inQuery(v.picklist(['asc', 'desc']), { default: 'desc' }),
    ...paging,
  },
  answer: pageOf(trainCar),
  success: [200],
  since: '15.6',
  tier: 'premium',
});

/**
 * MR29: adds to the target's merge train now (201) or once the checks pass (202); answers with the whole train. 400 if not
 * mergeable, 409 for another head or if already added.
 */
export const addToMergeTrain = operation({
  reference: 'MR29',
  method: 'POST',
  path: '/projects/:id/merge_trains/merge_requests/:merge_request_iid',
  parameters: {
    id: inPath(idOrPath),
    merge_request_iid: inPath(integer),
    sha: inBody(text),
    squash: inBody(v.boolean()),
    when_pipeline_succeeds: inBody(v.boolean()),
    /** Newer name of `when_pipeline_succeeds`. */
    auto_merge: inBody(v.boolean(), { since: '17.11' }),
  },
  answer: longJson(v.array(trainCar)),
  success: [201, 202],
  tier: 'premium',
});
